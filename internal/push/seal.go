package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
)

// Sizes from RFC 8188 and RFC 8291, in bytes.
const (
	authBytes = 16
	saltBytes = 16
	keyBytes  = 16
	nonce     = 12
	record    = 4096 // largest body that every push service accepts
	block     = 512  // a message is padded to a multiple of this size, so that its length reveals nothing
	last      = 2    // delimiter byte that marks the last record (RFC 8188)
)

var errLong = errors.New("push: the message is too long")

// seal encrypts a message for a browser as one record of aes128gcm (RFC 8188)
// with the keys of RFC 8291.
func seal(random io.Reader, public, auth, message []byte) ([]byte, error) {
	once, err := ecdh.P256().GenerateKey(random)
	if err != nil {
		return nil, err
	}
	salt := make([]byte, saltBytes)
	if _, err := io.ReadFull(random, salt); err != nil {
		return nil, err
	}
	size := (len(message) + block) / block * block // message and delimiter byte, rounded up to whole blocks
	return sealBy(once, salt, public, auth, message, size)
}

// sealBy encrypts a message with given keys and salt. It pads the message, with
// its delimiter, to size bytes.
func sealBy(once *ecdh.PrivateKey, salt, public, auth, message []byte, size int) ([]byte, error) {
	theirs, err := ecdh.P256().NewPublicKey(public)
	if err != nil {
		return nil, err
	}
	shared, err := once.ECDH(theirs)
	if err != nil {
		return nil, err
	}
	ours := once.PublicKey().Bytes()
	input, err := hkdf.Key(sha256.New, shared, auth, "WebPush: info\x00"+string(public)+string(ours), sha256.Size)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, input, salt, "Content-Encoding: aes128gcm\x00", keyBytes)
	if err != nil {
		return nil, err
	}
	number, err := hkdf.Key(sha256.New, input, salt, "Content-Encoding: nonce\x00", nonce)
	if err != nil {
		return nil, err
	}
	c, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(c)
	if err != nil {
		return nil, err
	}
	body := append([]byte{}, salt...)
	body = binary.BigEndian.AppendUint32(body, record)
	body = append(body, byte(len(ours)))
	body = append(body, ours...)
	if len(body)+size+gcm.Overhead() > record || len(message) >= size {
		return nil, errLong
	}
	plain := make([]byte, size)
	plain[copy(plain, message)] = last
	return gcm.Seal(body, number, plain, nil), nil
}
