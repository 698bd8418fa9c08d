// Random games of OpenSpiel's backgammon: decisions a second of processor time, with the observation and the legal actions of each.
#include "open_spiel/spiel.h"

#include <cstdio>
#include <ctime>
#include <memory>
#include <random>
#include <vector>

namespace {

double NowS() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

} // namespace

int main() {
    const auto game = open_spiel::LoadGame("backgammon");
    std::mt19937 rng(1);
    std::vector<float> seen(game->ObservationTensorSize());
    std::vector<char> mask(game->NumDistinctActions());
    std::vector<std::unique_ptr<open_spiel::State>> states(1024);
    long steps = 0;
    double sum = 0; // so that nothing is left out
    for (auto &state : states) {
        state = game->NewInitialState();
    }
    const double begun = NowS();
    while (NowS() - begun < 5) {
        for (auto &state : states) {
            while (state->IsChanceNode()) {
                const auto outcomes = state->ChanceOutcomes();
                state->ApplyAction(open_spiel::SampleAction(outcomes, rng).first);
            }
            if (state->IsTerminal()) {
                sum += state->Returns()[0];
                state = game->NewInitialState();
                continue;
            }
            state->ObservationTensor(state->CurrentPlayer(), absl::MakeSpan(seen));
            const auto legal = state->LegalActions();
            std::fill(mask.begin(), mask.end(), 0);
            for (const auto action : legal) {
                mask[action] = 1;
            }
            sum += seen[rng() % seen.size()] + mask[rng() % mask.size()];
            state->ApplyAction(legal[rng() % legal.size()]);
            steps++;
        }
    }
    std::fprintf(stderr, "%g\n", sum);
    std::printf("%.0f\n", static_cast<double>(steps) / (NowS() - begun));
    return 0;
}
