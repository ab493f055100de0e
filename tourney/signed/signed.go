// Package signed writes tournament results with the signature of the server that produced them, and
// verifies such files. Callers pass the keys; the package stores none.
//
// A file is one line of JSON. Verify accepts it only if it is exactly as Sign writes it, so that
// two programs cannot read different texts from one file.
package signed

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"kydai/game"
)

// Types of the body of a document.
const (
	TRF  = "trf"  // tournament report file (TRF) of FIDE
	JSON = "json" // table of package tourney as JSON
)

// version is the version of the file format.
const version = 1

// domain is a constant part of the signed data. It makes sure that a signature for another purpose
// with the same key is not valid for results.
const domain = "kydai/tourney/results/1"

// Error codes of this package.
const (
	BadForm      = "bad-signed-file" // the file does not have the form that Sign writes
	BadSignature = "bad-signature"   // the file or its signature was changed
)

// Document is a tournament result to sign: a body, and the facts about it that the signature also
// covers.
type Document struct {
	Type string // constant TRF or JSON
	By   string // name that the signing server gives itself, such as its domain
	At   string // time of signing, as text; the signing server sets it, and nobody checks it
	Body []byte // contents in UTF-8
	Key  ed25519.PublicKey
}

// file is the JSON form of a document.
type file struct {
	Version   int    `json:"kydai"`
	Type      string `json:"type"`
	By        string `json:"by"`
	At        string `json:"at"`
	Key       string `json:"key"`
	Signature string `json:"signature"`
	Body      string `json:"body"`
}

// Derive derives the key that signs results from the secret key of a site.
func Derive(site []byte) ed25519.PrivateKey {
	mac := hmac.New(sha256.New, site)
	mac.Write([]byte("kydai/tourney/sign"))
	return ed25519.NewKeyFromSeed(mac.Sum(nil))
}

// Sign encodes a document with its signature. It sets the document's Key to the public key that
// belongs to the signing key.
func Sign(key ed25519.PrivateKey, d Document) ([]byte, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, game.Err(BadForm, "the signing key has a wrong size")
	}
	d.Key, _ = key.Public().(ed25519.PublicKey)
	if err := d.check(); err != nil {
		return nil, err
	}
	return d.write(ed25519.Sign(key, d.statement()))
}

func (d *Document) write(signature []byte) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(file{version, d.Type, d.By, d.At, hex.EncodeToString(d.Key), hex.EncodeToString(signature), string(d.Body)})
	return out.Bytes(), err
}

// check returns an error if the document cannot be signed, because Verify would not return the same
// document.
func (d *Document) check() error {
	switch {
	case d.Type != TRF && d.Type != JSON:
		return game.Err(BadForm, "the type of results is neither trf nor json: ", d.Type)
	case d.Type == JSON && !json.Valid(d.Body):
		return game.Err(BadForm, "the body is not JSON")
	case len(d.Body) == 0 || !utf8.Valid(d.Body):
		return game.Err(BadForm, "the body is empty or not UTF-8")
	case !line(d.By) || !line(d.At):
		return game.Err(BadForm, "who signed and when must be short texts of one line")
	}
	return nil
}

// line reports whether a text has 1 to 200 bytes and can be printed on one line.
func line(text string) bool {
	return text != "" && len(text) <= 200 && utf8.ValidString(text) && strings.TrimSpace(text) == text &&
		strings.IndexFunc(text, func(c rune) bool { return !unicode.IsPrint(c) }) < 0
}

// statement returns the data to sign: a hash over all fields, each together with its length.
func (d *Document) statement() []byte {
	sum := sha256.New()
	for _, field := range [][]byte{[]byte(domain), []byte(d.Type), []byte(d.By), []byte(d.At), d.Key, d.Body} {
		sum.Write(binary.BigEndian.AppendUint64(nil, uint64(len(field))))
		sum.Write(field)
	}
	return sum.Sum(nil)
}

// Verify decodes a document and verifies its signature. It does not prove that the server named in
// the field By signed the document: anyone can sign with an own key and write any name. The caller
// must compare Key with the key that this server publishes.
func Verify(data []byte) (Document, error) {
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return Document{}, game.Err(BadForm, "this is not a file of signed results")
	}
	if f.Version != version {
		return Document{}, game.Err(BadForm, "this is not a file of signed results of a version that is known")
	}
	key, err := hex.DecodeString(f.Key)
	signature, err2 := hex.DecodeString(f.Signature)
	if err != nil || err2 != nil || len(key) != ed25519.PublicKeySize || len(signature) != ed25519.SignatureSize {
		return Document{}, game.Err(BadForm, "the key or the signature is not hexadecimal or has a wrong size")
	}
	d := Document{Type: f.Type, By: f.By, At: f.At, Body: []byte(f.Body), Key: key}
	if err := d.check(); err != nil {
		return Document{}, err
	}
	if again, err := d.write(signature); err != nil || !bytes.Equal(again, data) {
		return Document{}, game.Err(BadForm, "the file is not written as a server writes it")
	}
	if !ed25519.Verify(d.Key, d.statement(), signature) {
		return Document{}, game.Err(BadSignature, "the signature does not fit: the results, the name or the key were changed")
	}
	return d, nil
}

// SignedBy reports whether the document was signed with one of the given keys.
func (d *Document) SignedBy(keys ...ed25519.PublicKey) bool {
	for _, k := range keys {
		if bytes.Equal(k, d.Key) {
			return true
		}
	}
	return false
}
