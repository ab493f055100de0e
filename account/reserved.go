package account

import (
	"strings"
	"sync"
)

// titles are words that no name may contain, because a player with such a name could
// pretend to speak for the site.
var titles = []string{
	"admin", "administrator", "moderator", "kydai", "sysadmin", "webmaster", "superuser",
	"quản trị", "quản trị viên", "quantri", "quản lý hệ thống", "hệ thống", "điều hành viên", "điều phối viên",
}

// roles are words that pages show in place of a name. They may be part of a name, but
// they may not be the whole name, with or without a number after them.
var roles = []string{
	"mod", "root", "system", "server", "support", "help", "staff", "official", "security", "abuse", "bot", "robot",
	"guest", "anonymous", "unknown", "nobody", "somebody", "everyone", "all", "me", "you", "player", "deleted",
	"deleted player", "null", "undefined", "none", "test", "engine", "computer", "machine", "level", "organiser",
	"organizer", //nolint:misspell // the American spelling is also reserved
	"teacher", "referee", "arbiter", "white", "black", "red", "draw",
	"khách", "ẩn danh", "vô danh", "người chơi", "máy", "máy tính", "cấp", "cấp độ", "giáo viên", "trọng tài",
	"ban tổ chức", "hỗ trợ", "đã xóa", "đã xoá", "người chơi đã xóa", "người chơi đã xoá", "trắng", "đen", "đỏ", "hòa", "hoà",
	"bạn", "tôi", "mọi người", "quản trò",
}

// forbidden holds the skeletons of titles and roles.
var forbidden = sync.OnceValue(func() (f struct{ titles, roles map[string]bool }) {
	f.titles, f.roles = map[string]bool{}, map[string]bool{}
	for _, t := range titles {
		f.titles[Skeleton(t)] = true
	}
	for _, r := range roles {
		f.roles[Skeleton(r)] = true
	}
	return f
})

// reserved reports whether a name looks like a reserved word: it contains one of the words in
// titles, or consists of one of the words in roles.
func reserved(n Name) bool {
	words := strings.FieldsFunc(n.Key, func(r rune) bool { return strings.ContainsRune(separators, r) })
	for i, w := range words {
		words[i] = strings.TrimRight(w, "0123456789")
	}
	f := forbidden()
	if whole := Skeleton(strings.TrimSpace(strings.Join(words, " "))); f.roles[whole] || f.titles[whole] {
		return true
	}
	for from := range words {
		for to := from + 1; to <= min(from+4, len(words)); to++ {
			if f.titles[Skeleton(strings.Join(words[from:to], " "))] {
				return true
			}
		}
	}
	return false
}
