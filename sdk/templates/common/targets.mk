MATCHES ?= 1000

check: build
	$(SOLVENT) check --clock $(CLOCK) --matches $(MATCHES) @RUN@

play: build
	$(SOLVENT) match -s $(SEED) -o game.svr @NAME@=@RUN@ careful trader

# The results so far count only as long as the bot is the same: a new one begins a new league.
league: build
	rm -f league.db*
	$(SOLVENT) league check league.yaml --seconds 1
	$(SOLVENT) league run league.yaml --store league.db
	$(SOLVENT) rank league.db

baseline: build
	cp @BINARY@ @KEPT@

better: build
	@test -e @KEPT@ || { echo "no baseline yet: make baseline, then change the bot" >&2; exit 1; }
	rm -f better.db*
	$(SOLVENT) league check better.yaml --seconds 1
	$(SOLVENT) league run better.yaml --store better.db
	$(SOLVENT) rank better.db

debug: build
	$(SOLVENT) match -s $(SEED) -o game.svr --clock 3600000 --listen tcp://127.0.0.1:$(PORT) @NAME@@ careful trader

help:
	@sed -n 's/^| .\(make[a-z ]*\). | \(.*\) |$$/\1: \2/p' README.md

clean:
	rm -rf @CLEAN@ *.db* *.logs game.svr

.PHONY: build test check play league baseline better debug help clean
