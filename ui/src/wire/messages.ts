// Names for the types of the API that the client uses; api.ts is generated.
import type { components } from "./api";

type S = components["schemas"];
export type MatchView = S["View"];
export type TellMatch = S["TellMatch"];
export type TellEvents = S["TellEvents"];
export type TellError = S["TellError"];
export type TellLobby = S["TellLobby"];
export type TellOffers = S["TellOffers"];
export type TellChallenge = S["TellChallenge"];
export type TellFair = S["TellFair"];
export type OfferView = S["OfferView"];
export type Summary = S["Summary"];
export type Me = S["Me"];
export type WireClock = S["Clock"];
export type StandingOffer = S["Offer"];
export type Told =
  | S["TellWelcome"]
  | TellMatch
  | TellEvents
  | S["TellAck"]
  | TellError
  | TellLobby
  | TellOffers
  | TellChallenge
  | S["TellPresence"]
  | S["TellHere"]
  | S["TellStarted"]
  | TellFair
  | S["TellPong"];
export type Asked =
  | S["AskHello"]
  | S["AskWatch"]
  | S["AskUnwatch"]
  | S["AskMove"]
  | S["AskAct"]
  | S["AskLobby"]
  | S["AskFair"]
  | S["AskCommit"]
  | S["AskOpen"]
  | S["AskPing"];
