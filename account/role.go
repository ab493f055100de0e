package account

import "slices"

// Role decides which actions a user may perform.
type Role string

// The roles.
const (
	Admin     Role = "admin"     // operates the server
	Moderator Role = "moderator" // handles reports and ends disputed matches
	Organiser Role = "organiser" // runs tournaments and clubs
	Teacher   Role = "teacher"   // leads classes
	Player    Role = "player"    // a person with an account
	Pupil     Role = "pupil"     // a child in a class, with the restrictions of children's mode (docs/classes.md)
	Guest     Role = "guest"     // a visitor without an account, known only by a cookie
	Bot       Role = "bot"       // a program that uses a player's access token
)

// Roles lists all roles.
func Roles() []Role { return []Role{Admin, Moderator, Organiser, Teacher, Player, Pupil, Guest, Bot} }

// BadRole is the error code for a role that an account cannot have.
const BadRole = "bad-role"

// Action is an operation that requires a right.
type Action string

// The actions. This package does not check who owns a match, profile or class: the database row
// stores the owner.
const (
	PlayCasual     Action = "play-casual"     // play unrated games: against engines, and in seats that another user assigned
	MeetOthers     Action = "meet-others"     // seek, offer and accept unrated games; share studies
	PlayRated      Action = "play-rated"      // seek, offer and accept rated games
	Watch          Action = "watch"           // view matches, profiles and lists
	ReadNotices    Action = "read-notices"    // receive notifications about one's own matches and challenges; not for bots
	BeReached      Action = "be-reached"      // receive notifications on a device while the page is closed
	UsePhrases     Action = "use-phrases"     // send preset phrases
	Chat           Action = "chat"            // write free text
	Follow         Action = "follow"          // follow players
	Block          Action = "block"           // block players
	Report         Action = "report"          // report a player
	BecomeAccount  Action = "become-account"  // turn a guest into an account with the same id, or sign in
	ShowCard       Action = "show-card"       // sign in with the QR card of a class
	SignOut        Action = "sign-out"        // end one's own session
	KeepAccount    Action = "keep-account"    // change one's name, password and sessions; export or delete the account
	MakeTokens     Action = "make-tokens"     // create access tokens for programs
	KeepWebhooks   Action = "keep-webhooks"   // have events of one's account sent to a URL
	JoinEvents     Action = "join-events"     // enter tournaments
	HoldEvents     Action = "hold-events"     // create tournaments and clubs, pair players, correct results of one's own events
	JoinClubs      Action = "join-clubs"      // join a club, and do what the membership row in the database allows
	HoldClasses    Action = "hold-classes"    // create classes, assign work, view the progress of the class
	SignInOthers   Action = "sign-in-others"  // show QR codes that sign other users in, at an event or in a class
	SeeReports     Action = "see-reports"     // read reports, and the sheet with the rated games of a player
	Silence        Action = "silence"         // suspend a player from chat or rated games for a time
	EndMatches     Action = "end-matches"     // decide or abort matches of other users
	CorrectRatings Action = "correct-ratings" // write a row that corrects a rating
	CloseAccounts  Action = "close-accounts"  // end sessions of other users, close an account
	GiveRoles      Action = "give-roles"
	SeeAudit       Action = "see-audit"
	RunServer      Action = "run-server" // actions of the operator: list all users, view the pending work of the server
)

// rights lists, for each action, the roles that may perform the action. May reads this table; no
// other table of rights exists.
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
