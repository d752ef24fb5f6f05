// Java's Collections.shuffle, on java.util.Random (48 bits of state).
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

class CollectionsShuffle {
    public static void main(String[] arguments) {
        int cards = Integer.parseInt(System.getenv("SHUFFLE_CARDS"));
        long trials = Long.parseLong(System.getenv("SHUFFLE_TRIALS"));
        Random random = new Random(Long.parseLong(System.getenv("SHUFFLE_SEED")));
        List<Integer> identity = new ArrayList<>();
        for (int card = 0; card < cards; card++) {
            identity.add(card);
        }
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false);
        StringBuilder text = new StringBuilder();
        for (long trial = 1; trial <= trials; trial++) {
            List<Integer> deck = new ArrayList<>(identity);
            Collections.shuffle(deck, random);
            for (int card : deck) {
                text.append(card).append(' ');
            }
            text.setCharAt(text.length() - 1, '\n');
            if (text.length() > 60_000 || trial == trials) {
                out.print(text);
                out.flush();
                text.setLength(0);
            }
        }
    }
}
