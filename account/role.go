package account

import "slices"

// Role decides which actions a user may perform.
type Role string

// The roles.
const (
	Admin     Role = "admin"     // runs the server
	Moderator Role = "moderator" // keeps the peace
	Organiser Role = "organiser" // holds events
	Teacher   Role = "teacher"   // leads classes
	Player    Role = "player"    // has an account
	Pupil     Role = "pupil"     // a child of a class; what it lacks is children's mode (docs/classes.md)
	Guest     Role = "guest"     // has only a cookie
	Bot       Role = "bot"       // a program with the token of a player
)

// Roles lists all roles.
func Roles() []Role { return []Role{Admin, Moderator, Organiser, Teacher, Player, Pupil, Guest, Bot} }

// BadRole is the error code for a role that an account cannot have.
const BadRole = "bad-role"

// Action is an operation that requires a right.
type Action string

// The actions. The package does not check who owns a match, profile or class: the row in
// the database names the owner.
const (
	PlayCasual     Action = "play-casual"     // play unrated games, against engines and where one was seated
	MeetOthers     Action = "meet-others"     // seek, offer and accept games; share studies
	PlayRated      Action = "play-rated"      // the same with rated games
	Watch          Action = "watch"           // look at matches, profiles and lists
	ReadNotices    Action = "read-notices"    // be told of one's matches and challenges; not the programs of a player
	BeReached      Action = "be-reached"      // be told of them on a device whose page is closed
	UsePhrases     Action = "use-phrases"     // send preset phrases
	Chat           Action = "chat"            // write free text
	Follow         Action = "follow"          // follow players
	Block          Action = "block"           // block players
	Report         Action = "report"          // report a player
	BecomeAccount  Action = "become-account"  // make an account of this id, or sign in
	ShowCard       Action = "show-card"       // sign in by the card of a class
	SignOut        Action = "sign-out"        // end the own session
	KeepAccount    Action = "keep-account"    // change one's name, password, sessions; export, delete
	MakeTokens     Action = "make-tokens"     // make tokens for programs
	KeepWebhooks   Action = "keep-webhooks"   // have one's events sent to an address
	JoinEvents     Action = "join-events"     // enter tournaments
	HoldEvents     Action = "hold-events"     // make tournaments and clubs, pair, correct results there
	JoinClubs      Action = "join-clubs"      // become a member of a club, and do there what its rows allow
	HoldClasses    Action = "hold-classes"    // make classes, set work, see how the class does
	SignInOthers   Action = "sign-in-others"  // show QR codes that sign others in, at an event or in a class
	SeeReports     Action = "see-reports"     // reports, and the sheet of a rated player
	Silence        Action = "silence"         // take chat or rated games from a player for a time
	EndMatches     Action = "end-matches"     // decide or abort others' matches
	CorrectRatings Action = "correct-ratings" // write a correction row
	CloseAccounts  Action = "close-accounts"  // end others' sessions, close an account
	GiveRoles      Action = "give-roles"
	SeeAudit       Action = "see-audit"
	RunServer      Action = "run-server" // settings, tasks, users as a list
)

// rights lists the roles that have each right. It is the only such table; May reads it.
var rights = []struct {
	action Action
	roles  []Role
}{
	{PlayCasual, []Role{Admin, Moderator, Organiser, Teacher, Player, Pupil, Guest, Bot}},
	{MeetOthers, []Role{Admin, Moderator, Organiser, Teacher, Player, Guest, Bot}},
	{PlayRated, []Role{Admin, Moderator, Organiser, Teacher, Player}},
	{Watch, []Role{Admin, Moderator, Organiser, Teacher, Player, Pupil, Guest, Bot}},
	{ReadNotices, []Role{Admin, Moderator, Organiser, Teacher, Player, Pupil, Guest}},
	{BeReached, []Role{Admin, Moderator, Organiser, Teacher, Player, Guest}},
	{UsePhrases, []Role{Admin, Moderator, Organiser, Teacher, Player, Pupil, Guest, Bot}},
	{Chat, []Role{Admin, Moderator, Organiser, Teacher, Player}},
	{Follow, []Role{Admin, Moderator, Organiser, Teacher, Player}},
	{Block, []Role{Admin, Moderator, Organiser, Teacher, Player, Guest}},
	{Report, []Role{Admin, Moderator, Organiser, Teacher, Player}},
	{BecomeAccount, []Role{Guest}},
	{ShowCard, []Role{Pupil, Guest}},
	{SignOut, []Role{Admin, Moderator, Organiser, Teacher, Player, Pupil}},
	{KeepAccount, []Role{Admin, Moderator, Organiser, Teacher, Player}},
	{MakeTokens, []Role{Admin, Moderator, Organiser, Teacher, Player, Guest}},
	{KeepWebhooks, []Role{Admin, Moderator, Organiser, Teacher, Player, Bot}},
	{JoinEvents, []Role{Admin, Moderator, Organiser, Teacher, Player, Pupil, Guest}},
	{HoldEvents, []Role{Admin, Organiser, Teacher}},
	{JoinClubs, []Role{Admin, Moderator, Organiser, Teacher, Player}},
	{HoldClasses, []Role{Admin, Teacher}},
	{SignInOthers, []Role{Admin, Organiser, Teacher}},
	{SeeReports, []Role{Admin, Moderator}},
	{Silence, []Role{Admin, Moderator}},
	{EndMatches, []Role{Admin, Moderator}},
	{CorrectRatings, []Role{Admin, Moderator}},
	{CloseAccounts, []Role{Admin, Moderator}},
	{GiveRoles, []Role{Admin}},
	{SeeAudit, []Role{Admin}},
	{RunServer, []Role{Admin}},
}

// Actions lists all actions.
func Actions() []Action {
	all := make([]Action, len(rights))
	for i, r := range rights {
		all[i] = r.action
	}
	return all
}

// May reports whether a role may perform an action. It returns false for an unknown role
// or action.
func May(role Role, action Action) bool {
	for _, r := range rights {
		if r.action == action {
			return slices.Contains(r.roles, role)
		}
	}
	return false
}
