import { count, number } from "../../words.ts"
import { ordinal } from "./ordinal.ts"

/** The texts of listening. */
export const listening = {
  kind: "Kind",
  kinds: { artist: "Artists", album: "Albums", track: "Songs" },
  tops: {
    artist: "Artists you played most",
    album: "Albums you played most",
    track: "Songs you played most",
  },
  playsOf: (value: number) => count(value, "play", "plays"),
  /** The facts of a period, below its plays. */
  summary: (days: number, artists: number, newArtists: number) =>
    [
      count(days, "day", "days"),
      count(artists, "artist", "artists"),
      newArtists === 0 ? "" : `${number(newArtists)} of them new`,
    ]
      .filter((part) => part !== "")
      .join(", "),
  overTime: "Plays over time",
  changed: "What changed",
  nothingChanged: "Much the same as before.",
  up: (before: number, now: number) => `Up from ${ordinal(before)} to ${ordinal(now)}`,
  firstHeard: (day: string) => `New: first heard on ${day}`,
  resting: (before: number, previous: string, now: number) =>
    `Resting: ${number(before)} in ${previous}, ${number(now)} now`,
  /** How a place moved since the period before. */
  moved: {
    up: (by: number) => `up ${number(by)}`,
    down: (by: number) => `down ${number(by)}`,
    same: "same place",
    new: "new",
    back: "back",
  },
  hours: "The hours you listen",
  discoveries: "First heard",
  noPlays: "No plays in this period",
  recent: "Latest plays",
  artist: "Artist",
  album: "Album",
  track: "Song",
  rank: (kind: string, rank: number) => `${kind} · your ${ordinal(rank)} of all time`,
  since: (plays: number, day: string) => `${count(plays, "play", "plays")} since ${day}.`,
  seen: (times: number) =>
    times === 1 ? "Seen once." : times === 2 ? "Seen twice." : `Seen ${number(times)} times.`,
  owned: (records: number) => (records === 0 ? "" : `${count(records, "record", "records")} on your shelf.`),
  life: (name: string) => `You and ${name}`,
  byMonth: (from: string, to: string) =>
    from === to ? `plays by month, ${from}` : `plays by month, ${from} to ${to}`,
  songs: "Songs, by your plays",
  albums: "Albums",
  story: "The story so far",
  firstPlayed: "First played.",
  lastPlayed: "Last played.",
  bought: (title: string, format: string) =>
    `Added to your shelf: ${title}${format === "" ? "" : `, ${format}`}.`,
  saw: (event: string, venue: string) => `Saw ${event}${venue === "" ? "" : `, ${venue}`}.`,
  /** The nights that the story leaves out. */
  allNights: (nights: number) => `All ${count(nights, "night", "nights")}`,
}
