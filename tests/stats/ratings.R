# Figures of R's BradleyTerry2 that tests/stats/test_luce.c holds ratings of duels to: games drawn by a fixed seed, who beat whom
# how often, and the log abilities by maximum likelihood. Run: Rscript tests/stats/ratings.R (Debian: r-cran-bradleyterry2)
suppressMessages(library(BradleyTerry2))
set.seed(42)
bots <- c("b00", "b01", "b02", "b03", "b04")
theta <- c(0.8, 0.3, 0, -0.2, -0.7)
rows <- list()
for (i in 1:4) for (j in (i + 1):5) {
  won <- rbinom(1, 37 + i * j, 1 / (1 + exp(theta[j] - theta[i])))
  rows[[length(rows) + 1]] <- data.frame(i = i - 1, j = j - 1, win1 = won, win2 = 37 + i * j - won)
}
games <- do.call(rbind, rows)
games$player1 <- factor(bots[games$i + 1], levels = bots)
games$player2 <- factor(bots[games$j + 1], levels = bots)
fit <- BTm(cbind(win1, win2), player1, player2, data = games, refcat = "b00", epsilon = 1e-14, maxit = 100)
cat("static const unsigned duels[][4] = {", sprintf("{%d, %d, %d, %d},", games$i, games$j, games$win1, games$win2), "};\n")
cat("static const double abilities[] = {", sprintf("%.10f,", BTabilities(fit)[, "ability"]), "};\n")
