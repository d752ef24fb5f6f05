// std::shuffle on the audit's own generator, for `--library`.
#include "shuffle_subject.h"

#include <algorithm>
#include <cstdint>

namespace {
struct Generator {
    using result_type = std::uint64_t;
    shuffle_next *next;
    void *state;

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return UINT64_MAX; }
    result_type operator()() { return next(state); }
};
} // namespace

extern "C" void std_shuffle(std::uint32_t *deck, std::size_t n, shuffle_next *next, void *state) {
    std::shuffle(deck, deck + n, Generator{next, state});
}
