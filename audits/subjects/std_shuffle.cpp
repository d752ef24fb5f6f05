// C++'s std::shuffle on std::mt19937_64. Compiled and run by std_shuffle.sh.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <numeric>
#include <random>
#include <string>
#include <vector>

int main() {
    const int cards = std::atoi(std::getenv("SHUFFLE_CARDS"));
    const std::int64_t trials = std::atoll(std::getenv("SHUFFLE_TRIALS"));
    std::mt19937_64 random(std::strtoull(std::getenv("SHUFFLE_SEED"), nullptr, 10));
    std::vector<int> deck(cards);
    std::string text;
    for (std::int64_t trial = 0; trial < trials; ++trial) {
        std::iota(deck.begin(), deck.end(), 0);
        std::shuffle(deck.begin(), deck.end(), random);
        for (const int card : deck) {
            text += std::to_string(card) + ' ';
        }
        text.back() = '\n';
        if (text.size() > 60000) {
            std::cout << text;
            text.clear();
        }
    }
    std::cout << text;
}
