package words

// texts has each text in Vietnamese and in English. Words in braces are places that
// are filled in.
var texts = map[string][2]string{
	"and":         {" và ", " and "},
	"points":      {" điểm", " points"},
	"player":      {"người", "players"},
	"player.one":  {"người", "player"},
	"player.none": {"không ai", "none"},
	"round":       {"vòng", "rounds"},
	"round.one":   {"vòng", "round"},
	"white":       {"cầm trắng", "White"},
	"black":       {"cầm đen", "Black"},
	"white.turn":  {"đi trước", "the first move"},
	"black.turn":  {"đi sau", "the second move"},

	"group.same": {
		"{a} và {b} cùng có {score} nên ở chung một nhóm điểm.",
		"{a} and {b} both have {score}, so they are in the same score group.",
	},
	"group.floated": {
		"{a} có {score} nhưng nhóm trên không xếp hết cặp, nên bị đẩy xuống gặp {b} ở nhóm {group}.",
		"{a} has {score}, but not everybody in the group above could be paired there, so {a} floats down and meets {b} in the group of {group}.",
	},
	"bye": {
		"Số người lẻ nên phải có một người được miễn đấu. {a} có {score}: đó là mức điểm thấp nhất mà những người còn lại vẫn xếp đủ cặp.",
		"The number of players is odd, so one player has a bye. {a} has {score}: the lowest score at which all others can still be paired.",
	},
	"met": {
		"Trong nhóm này {a} đã gặp {list} rồi nên không xếp lại.",
		"In this group {a} has already played {list}.",
	},
	"kept-apart": {
		"Ban tổ chức không xếp {a} gặp {list}.",
		"The organiser does not let {a} meet {list}.",
	},

	"force.mild":     {"đến lượt đổi bên", "to alternate"},
	"force.strong":   {"đang thiếu một ván như vậy", "one game short of it"},
	"force.absolute": {"bắt buộc", "must have it"},
	"colour.both": {
		"{a} đến lượt {side}, {b} đến lượt {other}: cả hai đều được như ý.",
		"{a} is due {side} and {b} is due {other}: both get what they are due.",
	},
	"colour.new": {
		"{a} đến lượt {side}; {b} chưa đánh ván nào nên {other}.",
		"{a} is due {side}; {b} has not played yet and gets {other}.",
	},
	"colour.stronger": {
		"Cả hai đều đến lượt {side}, nhưng {a} cần hơn ({a}: {force}; {b}: {force2}), nên {a} {side}.",
		"Both are due {side}, but {a} needs it more ({a}: {force}; {b}: {force2}), so {a} gets {side}.",
	},
	"colour.wider": {
		"Cả hai đều bắt buộc {side}, nhưng {a} bị lệch nhiều ván hơn nên {a} {side}.",
		"Both must have {side}, but {a} is short of it by more games, so {a} gets {side}.",
	},
	"colour.alternate": {
		"Cả hai cùng đến lượt {side} và cần như nhau. Xét ngược các ván đã đấu, lần gần nhất hai người đi khác bên thì {a} không {side}, nên lần này {a} {side}.",
		"Both are due {side} equally. Going back through their games, the last time they had different sides {a} did not have {side}, so now {a} gets {side}.",
	},
	"colour.rank": {
		"Cả hai cùng đến lượt {side} và cần như nhau, xét các ván trước cũng không phân biệt được. {a} xếp trên nên được {side}.",
		"Both are due {side} equally, and their earlier games do not tell them apart. {a} is ranked higher and gets {side}.",
	},
	"colour.lot": {
		"Cả hai chưa đánh ván nào, nên bên đi theo bốc thăm đầu giải: {a} {side}, {b} {other}.",
		"Neither has played yet, so the draw of lots before the first round decides: {a} gets {side}, {b} gets {other}.",
	},

	"if":     {"nếu {a} gặp {b}", "if {a} met {b}"},
	"if.bye": {"nếu {a} được miễn đấu", "if {a} had the bye"},

	"not.paired":      {"{a} và {b} gặp nhau ở vòng này.", "{a} and {b} do meet in this round."},
	"not.paired.bye":  {"{a} được miễn đấu ở vòng này.", "{a} does have the bye in this round."},
	"not.1.met":       {"{a} và {b} đã gặp nhau rồi.", "{a} and {b} have already played each other."},
	"not.1.forbidden": {"Ban tổ chức không xếp {a} gặp {b}.", "The organiser does not let {a} and {b} meet."},
	"not.2": {
		"{a} không được miễn đấu nữa, vì đã được miễn đấu hoặc đã được trọn điểm mà không phải đánh.",
		"{a} cannot have the bye: {a} has already had one, or has had the points of a win without playing.",
	},
	"not.3": {
		"{a} và {b} đều bắt buộc phải đi cùng một bên, nên không thể gặp nhau.",
		"{a} and {b} both must have the same side, so they cannot meet.",
	},
	"not.4": {"{if} thì những người còn lại không xếp đủ cặp được.", "{if}, the other players could not all be paired."},
	"not.5": {
		"{if} thì người được miễn đấu có {forced}, trong khi có thể cho người chỉ có {best}.",
		"{if}, the bye would go to a player with {forced}, but it can go to one with {best}.",
	},
	"not.5.bye": {
		"Suất miễn đấu phải cho người ít điểm nhất có thể ({best}), còn {a} có {forced}.",
		"The bye goes to the lowest score at which it is possible ({best}); {a} has {forced}.",
	},
	"not.6": {
		"{if} thì nhóm {group} có {forced} bị đẩy xuống, thay vì {best}.",
		"{if}, {forced} would float down from the group of {group}, instead of {best}.",
	},
	"not.7": {
		"{if} thì người bị đẩy xuống khỏi nhóm {group} có {forced}, trong khi có thể là người có {best}.",
		"{if}, those who float down from the group of {group} would have {forced} instead of {best}.",
	},
	"not.8": {
		"{if} thì nhóm ngay dưới nhóm {group} còn {forced} không xếp được cặp, thay vì {best}.",
		"{if}, {forced} of the group below that of {group} would be left over, instead of {best}.",
	},
	"not.8.score": {
		"{if} thì ở nhóm ngay dưới nhóm {group}, người bị đẩy xuống có {forced} thay vì {best}.",
		"{if}, those left over in the group below that of {group} would have {forced} instead of {best}.",
	},
	"not.9": {
		"{if} thì người được miễn đấu là người đã nghỉ {forced}, trong khi có người mới nghỉ {best}.",
		"{if}, the bye would go to a player who has missed {forced}; another one has missed {best}.",
	},
	"not.9.bye": {
		"{a} đã nghỉ {forced}; có người nghỉ ít hơn ({best}) nên người đó được miễn đấu.",
		"{a} has missed {forced}; the player with the bye has missed fewer ({best}).",
	},
	"not.10": {
		"{if} thì trong nhóm {group} có {forced} đi một bên nhiều hơn bên kia quá hai ván, thay vì {best}.",
		"{if}, {forced} in the group of {group} would have had one side over two games more than the other, instead of {best}.",
	},
	"not.11": {
		"{if} thì trong nhóm {group} có {forced} phải đi cùng một bên ba ván liền, thay vì {best}.",
		"{if}, {forced} in the group of {group} would have the same side three times in a row, instead of {best}.",
	},
	"not.12": {
		"{if} thì trong nhóm {group} có {forced} không được bên mà mình đến lượt, thay vì {best}.",
		"{if}, {forced} in the group of {group} would not get the side they are due, instead of {best}.",
	},
	"not.13": {
		"{if} thì trong nhóm {group} có {forced} không được bên mà mình đang thiếu ván, thay vì {best}.",
		"{if}, {forced} in the group of {group} would not get the side they are short of, instead of {best}.",
	},
	"not.14": {
		"{if} thì trong nhóm {group} có {forced} bị đẩy xuống hai vòng liền, thay vì {best}.",
		"{if}, {forced} of the group of {group} would float down twice in a row, instead of {best}.",
	},
	"not.15": {
		"{if} thì trong nhóm {group} có {forced} phải gặp người điểm cao hơn hai vòng liền, thay vì {best}.",
		"{if}, {forced} of the group of {group} would meet a player with more points twice in a row, instead of {best}.",
	},
	"not.16": {
		"{if} thì trong nhóm {group} có {forced} lại bị đẩy xuống như hai vòng trước, thay vì {best}.",
		"{if}, {forced} of the group of {group} would float down again as two rounds ago, instead of {best}.",
	},
	"not.17": {
		"{if} thì trong nhóm {group} có {forced} lại phải gặp người điểm cao hơn như hai vòng trước, thay vì {best}.",
		"{if}, {forced} of the group of {group} would meet a player with more points again as two rounds ago, instead of {best}.",
	},
	"not.18": {
		"{if} thì ở nhóm {group}, người vừa bị đẩy xuống vòng trước lại gặp đối thủ kém điểm hơn nữa.",
		"{if}, a player who floated down in the last round too would meet an even lower score in the group of {group}.",
	},
	"not.19": {
		"{if} thì ở nhóm {group}, người vừa gặp đối thủ điểm cao hơn ở vòng trước lại gặp người hơn điểm nhiều hơn nữa.",
		"{if}, a player of the group of {group} who met a higher score in the last round too would meet an even higher one.",
	},
	"not.20": {
		"{if} thì ở nhóm {group}, người đã bị đẩy xuống cách đây hai vòng lại gặp đối thủ kém điểm hơn nữa.",
		"{if}, a player who floated down two rounds ago would meet an even lower score in the group of {group}.",
	},
	"not.21": {
		"{if} thì ở nhóm {group}, người đã gặp đối thủ điểm cao hơn cách đây hai vòng lại gặp người hơn điểm nhiều hơn nữa.",
		"{if}, a player of the group of {group} who met a higher score two rounds ago would meet an even higher one.",
	},
	"not.22": {
		"Xếp như vậy thì mọi tiêu chí cũng ngang nhau, nhưng luật lấy cách xếp đầu tiên theo thứ hạng: nửa trên gặp nửa dưới, đổi chỗ ít nhất.",
		"That would be as good by all criteria, but the rules take the first pairing in order of rank: the upper half meets the lower half with the smallest change.",
	},

	"result.pending":        {"{a} – {b}: chưa có kết quả", "{a} – {b}: no result yet"},
	"result.won":            {"{a} thắng {b}", "{a} beat {b}"},
	"result.draw":           {"{a} hòa {b}", "{a} drew with {b}"},
	"result.nobody":         {"{a} và {b} đều bị xử thua", "{a} and {b} both lost"},
	"result.won.forfeit":    {"{a} thắng vì {b} bỏ cuộc", "{a} won by forfeit: {b} did not play"},
	"result.nobody.forfeit": {"{a} và {b} đều bỏ cuộc", "neither {a} nor {b} came to the game"},

	"kind.absent":  {"vắng", "absent"},
	"kind.played":  {"đã đấu", "played"},
	"kind.forfeit": {"bỏ cuộc", "forfeit"},
	"kind.half":    {"xin nghỉ, được nửa điểm", "half-point bye"},
	"kind.full":    {"nghỉ, được trọn điểm", "full-point bye"},
	"kind.zero":    {"xin nghỉ, không điểm", "zero-point bye"},
	"kind.bye":     {"miễn đấu", "bye"},

	"fault.not-in-round":   {"{a} không tham gia vòng này mà vẫn có tên.", "{a} is not in this round but has a game or a bye."},
	"fault.left-out":       {"{a} không được xếp cặp và cũng không được miễn đấu.", "{a} has neither a game nor a bye."},
	"fault.twice":          {"{a} được xếp hai lần.", "{a} has two games or byes."},
	"fault.met-before":     {"{a} gặp lại một người đã gặp rồi.", "{a} meets somebody whom {a} has already played."},
	"fault.forbidden":      {"{a} gặp một người mà ban tổ chức không cho xếp.", "{a} meets somebody whom the organiser keeps apart."},
	"fault.bye-not-needed": {"{a} được miễn đấu dù không cần.", "{a} has a bye that is not needed."},
	"fault.second-bye": {
		"{a} được miễn đấu lần nữa, hoặc đã được trọn điểm mà không phải đánh.",
		"{a} has a bye after another one, or after the points of a win without playing.",
	},
	"fault.third-colour": {
		"{a} phải đi một bên lần thứ ba liền, hoặc nhiều hơn bên kia ba ván.",
		"{a} has the same side for the third time in a row, or three games more of it than of the other.",
	},
}
