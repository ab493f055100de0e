package cluster

import (
	"encoding/binary"
	"time"
)

const (
	maxHashes = 1 << 15 // hashes per message
	wordHead  = 8 + digestSize + 4
	rollHead  = 8 + 4 + 4
)

// roll is the set of players connected to this node, by hash, and the digest that the node last
// published.
type roll struct {
	all     map[uint32]attendance
	changed map[uint32]bool // players who came or left since the last message; true: the last published list had them
	told    digest
}

// enter adds a connection of a player.
func (r *roll) enter(h uint32, now time.Time) {
	a := r.all[h]
	if a.conns++; a.conns == 1 {
		a.since = now
		r.change(h, false)
	}
	r.all[h] = a
}

// leave removes a connection of a player.
func (r *roll) leave(h uint32) {
	a := r.all[h]
	if a.conns--; a.conns > 0 {
		r.all[h] = a
		return
	}
	delete(r.all, h)
	r.change(h, true)
}

func (r *roll) change(h uint32, was bool) {
	if _, known := r.changed[h]; !known {
		r.changed[h] = was
	}
}

// words returns the presence messages with the changes since the last call. There is at
// least one message.
func (r *roll) words(born uint64) (list [][]byte) {
	var came, gone []uint32
	for h, was := range r.changed {
		switch _, is := r.all[h]; {
		case is: // the player is connected (again): report an arrival
			came = append(came, h)
			if !was {
				r.told.add(h)
			}
		case was:
			gone = append(gone, h)
			r.told.remove(h)
		}
	}
	clear(r.changed)
	for first := true; first || len(came)+len(gone) > 0; first = false {
		n := min(len(came), maxHashes)
		m := min(len(gone), maxHashes-n)
		data := make([]byte, 0, wordHead+4*(n+m))
		data = binary.BigEndian.AppendUint64(data, born)
		if n == len(came) && m == len(gone) {
			data = r.told.append(data)
		} else {
			data = digest{}.append(data) // an empty digest tells the receiver that more messages with changes follow
		}
		data = binary.BigEndian.AppendUint32(data, uint32(n)) //nolint:gosec // n is at most maxHashes
		data = appendHashes(appendHashes(data, came[:n]), gone[:m])
		came, gone = came[n:], gone[m:]
		list = append(list, data)
	}
	return list
}

// whole returns the presence messages with all players of this node.
func (r *roll) whole(born uint64) (list [][]byte) {
	hashes := make([]uint32, 0, len(r.all))
	for h := range r.all {
		hashes = append(hashes, h)
	}
	parts := max(1, (len(hashes)+maxHashes-1)/maxHashes)
	for i := range parts {
		n := min(len(hashes), maxHashes)
		data := binary.BigEndian.AppendUint64(make([]byte, 0, rollHead+4*n), born)
		data = binary.BigEndian.AppendUint32(data, uint32(i))     //nolint:gosec // the number of parts is small
		data = binary.BigEndian.AppendUint32(data, uint32(parts)) //nolint:gosec // the number of parts is small
		list = append(list, appendHashes(data, hashes[:n]))
		hashes = hashes[n:]
	}
	return list
}

func appendHashes(data []byte, hashes []uint32) []byte {
	for _, h := range hashes {
		data = binary.BigEndian.AppendUint32(data, h)
	}
	return data
}

func readHashes(data []byte) []uint32 {
	list := make([]uint32, 0, len(data)/4)
	for ; len(data) >= 4; data = data[4:] {
		list = append(list, binary.BigEndian.Uint32(data))
	}
	return list
}

// digest is a checksum of a set of hashes, which allows adding and removing single hashes.
type digest struct {
	count uint32
	sum   uint64
}

const digestSize = 4 + 8

func (d *digest) add(h uint32)    { d.count++; d.sum += spread(h) }
func (d *digest) remove(h uint32) { d.count--; d.sum -= spread(h) }

func (d digest) append(data []byte) []byte {
	return binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint32(data, d.count), d.sum)
}

func readDigest(data []byte) digest {
	return digest{binary.BigEndian.Uint32(data), binary.BigEndian.Uint64(data[4:])}
}

// spread maps a hash to a well-mixed number, so that the sums of two different sets of hashes are
// rarely equal.
func spread(h uint32) uint64 {
	x := uint64(h) + 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
