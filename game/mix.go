package game

// gamma is the increment of SplitMix64.
const gamma = 0x9e3779b97f4a7c15

// Mix scrambles the bits of x: it returns the first number of SplitMix64 for the seed x. Rules
// use it for position keys.
func Mix(x uint64) uint64 {
	x += gamma
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Keys is a generator of pseudorandom numbers (SplitMix64); its initial value is the seed. Rules
// fill their Zobrist tables with the numbers. The sequence is the same on every machine, so keys
// can be stored.
type Keys uint64

// Next returns the next number of the sequence.
func (k *Keys) Next() uint64 {
	x := uint64(*k)
	*k += gamma
	return Mix(x)
}
