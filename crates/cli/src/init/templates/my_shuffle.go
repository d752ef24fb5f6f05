// Writes shuffled decks for shuffle-audit, one a line. Put your own shuffle in the place of myShuffle.
package main

import (
	"bufio"
	"log"
	"math/rand"
	"os"
	"strconv"
)

func myShuffle(deck []int, rng *rand.Rand) {
	for i := len(deck) - 1; i > 0; i-- {
		j := rng.Intn(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
}

func main() {
	cards := int(number("SHUFFLE_CARDS")) // cards in the deck
	deal := int(number("SHUFFLE_DEAL"))   // how many of them to write
	trials := number("SHUFFLE_TRIALS")    // decks to write, no more and no fewer
	// The same seed must give the same decks.
	rng := rand.New(rand.NewSource(number("SHUFFLE_SEED")))

	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	deck := make([]int, cards)
	var line []byte
	for trial := int64(0); trial < trials; trial++ {
		for i := range deck {
			deck[i] = i // each deck starts in order, from 0
		}
		myShuffle(deck, rng)
		line = line[:0]
		for _, card := range deck[:deal] {
			line = append(strconv.AppendInt(line, int64(card), 10), ' ')
		}
		line = append(line, '\n')
		if _, err := out.Write(line); err != nil {
			log.Fatal(err)
		}
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

func number(name string) int64 {
	value, err := strconv.ParseInt(os.Getenv(name), 10, 64)
	if err != nil {
		log.Fatalf("%s: %v", name, err)
	}
	return value
}
