// Go's rand.Shuffle, of math/rand with a seeded source.
package main

import (
	"bufio"
	"math/rand"
	"os"
	"strconv"
)

func number(name string) int64 {
	value, err := strconv.ParseInt(os.Getenv(name), 10, 64)
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	cards, trials := int(number("SHUFFLE_CARDS")), number("SHUFFLE_TRIALS")
	random := rand.New(rand.NewSource(number("SHUFFLE_SEED")))
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	defer out.Flush()
	deck := make([]int, cards)
	for ; trials > 0; trials-- {
		for i := range deck {
			deck[i] = i
		}
		random.Shuffle(cards, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
		for i, card := range deck {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(strconv.Itoa(card))
		}
		out.WriteByte('\n')
	}
}
