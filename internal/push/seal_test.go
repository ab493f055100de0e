package push

import (
	"bytes"
	"crypto/ecdh"
	"crypto/rand"
	"testing"
)

func raw(t *testing.T, text string) []byte {
	t.Helper()
	b, err := b64.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSealExample checks that sealBy gives the result of the example in RFC 8291, section 5.
func TestSealExample(t *testing.T) {
	const message = "When I grow up, I want to be a watermelon"
	once, err := ecdh.P256().NewPrivateKey(raw(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := sealBy(once, raw(t, "DGv6ra1nlYgDCS1FRnbzlw"),
		raw(t, "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
		raw(t, "BTBZMqHH6r4Tts7J_aSIgg"), []byte(message), len(message)+1)
	if err != nil {
		t.Fatal(err)
	}
	want := "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT" +
		"pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	if !bytes.Equal(got, raw(t, want)) {
		t.Errorf("sealed:\n%s\nwant:\n%s", b64.EncodeToString(got), want)
	}
}

// TestSealSizes checks that all short messages have the same length after encryption. It also
// checks that a message is refused if its encrypted form would be too long for some push services.
func TestSealSizes(t *testing.T) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[int]int{}
	for _, n := range []int{0, 1, 200, block - 1} {
		body, err := seal(rand.Reader, key.PublicKey().Bytes(), make([]byte, authBytes), make([]byte, n))
		if err != nil {
			t.Fatal(err)
		}
		sizes[len(body)]++
	}
	if len(sizes) != 1 {
		t.Errorf("bodies of short messages have the sizes %v", sizes)
	}
	for _, n := range []int{3 * block, 3900} {
		if body, err := seal(rand.Reader, key.PublicKey().Bytes(), make([]byte, authBytes), make([]byte, n)); err == nil && len(body) > record {
			t.Errorf("a message of %d bytes has a body of %d", n, len(body))
		}
	}
	if _, err := seal(rand.Reader, key.PublicKey().Bytes(), make([]byte, authBytes), make([]byte, 4096)); err == nil {
		t.Error("a message that is too long was sealed")
	}
}
