package account

import "testing"

func BenchmarkHash(b *testing.B) {
	h := Hasher{Cost: StandardCost(), Slots: make(chan struct{}, 1)}
	b.ReportAllocs()
	for b.Loop() {
		if err := h.Waste(b.Context(), "a good password"); code(err) != WrongPassword {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseName(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseName("Nguyễn Văn An"); err != nil {
			b.Fatal(err)
		}
	}
}
