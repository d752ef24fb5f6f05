// Writes shuffled decks for shuffle-audit, one a line. Put your own shuffle in the place of myShuffle.

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileWriter;
import java.io.IOException;
import java.util.SplittableRandom;

public class MyShuffle {
    static void myShuffle(int[] deck, SplittableRandom rng) {
        for (int i = deck.length - 1; i > 0; i--) {
            int j = rng.nextInt(i + 1);
            int card = deck[i];
            deck[i] = deck[j];
            deck[j] = card;
        }
    }

    public static void main(String[] arguments) throws IOException {
        int cards = (int) number("SHUFFLE_CARDS"); // cards in the deck
        int deal = (int) number("SHUFFLE_DEAL"); // how many of them to write
        long trials = number("SHUFFLE_TRIALS"); // decks to write, no more and no fewer
        // The same seed must give the same decks.
        SplittableRandom rng = new SplittableRandom(number("SHUFFLE_SEED"));

        // System.out would flush at the end of every line.
        try (BufferedWriter out = new BufferedWriter(new FileWriter(FileDescriptor.out), 1 << 16)) {
            int[] deck = new int[cards];
            for (long trial = 0; trial < trials; trial++) {
                for (int i = 0; i < cards; i++) {
                    deck[i] = i; // each deck starts in order, from 0
                }
                myShuffle(deck, rng);
                for (int i = 0; i < deal; i++) {
                    out.write(Integer.toString(deck[i]));
                    out.write(' ');
                }
                out.write('\n');
            }
        }
    }

    static long number(String name) {
        return Long.parseLong(System.getenv(name));
    }
}
