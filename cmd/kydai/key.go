package main

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"kydai/game"
)

// keySize is the size of the key that signs cookies, in bytes.
const keySize = 32

// usualKey is the default name of the key file in the data folder.
const usualKey = "key"

// keys reads the cookie signing keys from the key file, one per line. The server signs with the
// first key and accepts signatures of all keys. A single server creates the file on its first
// start. All nodes of a cluster need the same file, so in a cluster the file must already exist.
func (s *serving) keys() ([][]byte, error) {
	file := s.keyFile
	if file == "" {
		if s.database != "" {
			return nil, game.Err(codeKey, "with --database a --key-file is needed, the same for all nodes: 64 hexadecimal digits, as 'openssl rand -hex 32' prints them")
		}
		file = filepath.Join(s.data, usualKey)
	}
	keys, err := readKeys(file)
	if errors.Is(err, fs.ErrNotExist) && s.keyFile == "" {
		return makeKey(file)
	}
	return keys, err
}

func readKeys(file string) (keys [][]byte, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for _, line := range strings.Fields(string(text)) {
		key, err := hex.DecodeString(line)
		if err != nil || len(key) != keySize {
			return nil, game.Err(codeKey, file, " must have ", strconv.Itoa(2*keySize), " hexadecimal digits in each line")
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, game.Err(codeKey, file, " is empty; it must have ", strconv.Itoa(2*keySize), " hexadecimal digits in each line")
	}
	return keys, nil
}

// fingerprints returns short hashes that identify the keys without disclosing
// them.
func fingerprints(keys [][]byte) (list []string) {
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		_, _ = mac.Write([]byte("kydai/fingerprint")) // Write of a hash never fails
		list = append(list, hex.EncodeToString(mac.Sum(nil)[:8]))
	}
	return list
}

// makeKey creates the key file. If another process has just created it, makeKey
// reads that file.
func makeKey(file string) ([][]byte, error) {
	key := make([]byte, keySize)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	err := writeWhole(file, func(f *os.File) error {
		_, err := f.WriteString(hex.EncodeToString(key) + "\n")
		return err
	})
	if err != nil {
		if had, again := readKeys(file); again == nil {
			return had, nil
		}
		return nil, err
	}
	return [][]byte{key}, nil
}
