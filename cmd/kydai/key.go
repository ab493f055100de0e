package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// keySize is the size of the key that signs cookies, in bytes.
const keySize = 32

// usualKey is what the key file is called in the data folder.
const usualKey = "key"

// key reads the key that signs cookies. On one machine it is made the first
// time; nodes of a cluster must be given the same file, so there it must exist.
func (s *serving) key() ([]byte, error) {
	file := s.keyFile
	if file == "" {
		if s.database != "" {
			return nil, errors.New("nodes on one database need the same --key-file: 64 hexadecimal digits, as 'openssl rand -hex 32' writes them")
		}
		file = filepath.Join(s.data, usualKey)
	}
	key, err := readKey(file)
	if errors.Is(err, fs.ErrNotExist) && s.keyFile == "" {
		return makeKey(file)
	}
	return key, err
}

func readKey(file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != keySize {
		return nil, fmt.Errorf("%s must hold %d hexadecimal digits", file, 2*keySize)
	}
	return key, nil
}

// makeKey makes the file, or reads it if another process was quicker.
func makeKey(file string) ([]byte, error) {
	key := make([]byte, keySize)
	if _, err := rand.Read(key); err != nil {
		return nil, err
	}
	err := writeWhole(file, func(f *os.File) error {
		_, err := f.WriteString(hex.EncodeToString(key) + "\n")
		return err
	})
	if err != nil {
		if had, again := readKey(file); again == nil {
			return had, nil
		}
		return nil, err
	}
	return key, nil
}
