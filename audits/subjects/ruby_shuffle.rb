# Ruby's Array#shuffle!, on the Mersenne Twister.
cards, trials = ENV["SHUFFLE_CARDS"].to_i, ENV["SHUFFLE_TRIALS"].to_i
random = Random.new(ENV["SHUFFLE_SEED"].to_i)
identity = (0...cards).to_a
trials.times { $stdout.write(identity.dup.shuffle!(random: random).join(" "), "\n") }
