import { type Lexicon, phrases, type Templates, type Words, words, templates } from "../grammar.ts"
import { type Choices } from "../random.ts"
import { french, japanese, nordic, russian, spanish } from "./languages.ts"
import { english } from "./words.ts"

/** Titles of records, in every genre that sings in English. */
const albums = templates(`
    12 {adjective} {noun} | 5 The {adjective} {noun} | 5 {adjective} {plural} | 4 {noun} & {noun} |
    2 The {noun} and the {noun} | 4 {gerund} {time} | 3 {gerund} the {noun} | 3 {number} {plural} |
    1 A {noun} in {place} | 1 {plural} of {place} | 1 {place}, {month} | 1 The Year of the {noun} |
    1 {adjective} {noun}, {adjective} {noun} | 6 {noun} {noun} | 4 {noun} | 1 {noun} / {noun} |
    1 What the {noun} Said | 1 How We {go} | 2 Songs for {adjective} {plural} | 2 {reach} Me {time} |
    2 {first}'s {noun}`)

/** Titles of songs in these genres. */
const songs = templates(`
    14 {adjective} {noun} | 7 {noun} {noun} | 6 {noun} | 2 {gerund} | 10 {gerund} {time} |
    7 {gerund} the {noun} | 5 {reach} the {noun} | 6 {reach} Me {time} | 2 {reach} {first} |
    3 I'll {go} {time} | 4 Don't {go} {time} | 1 We Used to {go} | 1 You Never {go} | 1 When We {go} |
    1 {go} With Me | 1 {noun} in {place} | 1 {place} | 1 {place} {time} | 2 {month} {noun} |
    2 Into the {adjective} {noun} | 3 Your {adjective} {noun} | 2 My {noun} | 2 {first} |
    4 {first}'s {noun} | 1 Dear {first} | 2 {adjective} {noun}, {adjective} {noun} | 3 The {noun} |
    4 The {adjective} {plural} | 3 {number} {plural} | 2 {noun} Without a {noun} |
    2 A {noun} for {first} | 1 If the {noun} Could {go} | 3 {noun} & {noun} | 1 Nobody's {noun} |
    2 All My {plural}`)

/** Artists with names of people. */
const people = templates(`
    20 {first} {last} | 2 {first} {last} & the {plural} | 1 {first} & {first} | 1 {last} & {last} |
    1 {first} {last} + {first} {last}`)

/** Artists with other names. */
const bands = templates(`
    8 The {adjective} {plural} | 5 {adjective} {plural} | 6 {noun} {plural} | 3 {place} {plural} |
    2 {adjective} {noun} Club | 3 {first} and the {plural} | 4 {last} {noun} |
    2 {noun} & the {plural} | 2 {number} {plural} | 3 {last} | 5 {first} {last} | 1 {noun}/{noun} |
    2 {first}'s {noun}`)

/** The naming of a genre: its artists, records and songs. */
export interface Genre {
  readonly lexicon: Lexicon
  readonly artist: Templates
  readonly album: Templates
  readonly track: Templates
  /** Tracks on an album, at least and at most. */
  readonly tracks: readonly [number, number]
}

/** A genre's own words come up about half as often as the shared ones. */
const amid = (shared: Words | undefined, own: Words): Words => {
  if (shared === undefined) return own
  const times = Math.max(1, Math.round(shared.length / own.length / 2))
  return [...own, ...Array.from({ length: times - 1 }, () => own).flat(), ...shared]
}

const genre = (
  own: Lexicon,
  artist: Templates,
  tracks: Genre["tracks"],
  album: ReadonlyArray<Templates[0]> = [],
  track: ReadonlyArray<Templates[0]> = [],
): Genre => ({
  lexicon: {
    ...english,
    ...Object.fromEntries(Object.entries(own).map(([hole, more]) => [hole, amid(english[hole], more)])),
  },
  artist,
  tracks,
  album: [...albums, ...album],
  track: [...songs, ...track],
})

const folk = genre(
  {
    noun: words(`
    Barley Bramble Briar Brook Burrow Creek Fern Furrow Hearth Heather Hollow Lark Mill Moss Moth Oak
    Orchard Parish Plough Rowan Sparrow Thistle Timber Willow Wren`),
  },
  [...people, ...templates("2 The {last} Family | 3 {noun} & {noun} | 2 The {noun} {plural}")],
  [8, 12],
)

const rock = genre(
  {
    noun: words(`
    Amplifier Avalanche Boulevard Cassette Casino Chrome Denim Dynamo Gasoline Hurricane Jukebox
    Kerosene Motel Motor Parking Riot Stadium Static Suburb Television Turnpike Voltage`),
  },
  bands,
  [9, 14],
)

const metal = genre(
  {
    adjective: words(`
    Black Blackened Blighted Crimson Cursed Drowned Funeral Graven Grim Nameless Obsidian Sunless`),
    dark: words(`
    Abyss Altar Anvil Cairn Catacomb Crypt Dirge Famine Gallows Hex Hydra Ossuary Pyre Reliquary Ruin
    Scythe Serpent Shroud Throne Tomb Wrath Wyrm`),
  },
  templates(`6 {adjective} {dark} | 1 {dark} | 3 {dark} of {dark} | 2 {plural} of {dark}`),
  [6, 9],
  [],
  templates(`14 {dark} of the {adjective} {dark} | 8 {gerund} Beneath the {dark}`),
)

const electronic = genre(
  {
    noun: words(`
    Aerial Axis Carbon Circuit Cobalt Delta Diode Drift Fathom Filter Flux Helix Isotope Lattice Loop
    Meridian Module Neon Orbit Phase Photon Pixel Prism Pulse Quartz Relay Sine Spectrum Tangent Vapour
    Vector Vertex`),
    suffix: phrases(`
    (Extended Mix), (Dub), - Original Mix, (Night Version), (Reprise), Pt. 1, Pt. 2, (Club Edit)`),
  },
  templates(`
    0.5 {noun} | 3 {noun} {figure} | 6 {noun} {noun} | 2 DJ {last} | 3 {first} {last} |
    5 {adjective} {noun} | 2 {last} & {last} | 2 {noun} + {noun} | 1 {noun}/{noun}`),
  [6, 11],
  templates(`6 {noun} EP | 4 {noun} {figure}`),
  templates(`12 {noun} {suffix} | 8 {noun} {figure} | 12 {adjective} {noun} {suffix}`),
)

const jazz = genre(
  {
    ensemble: words("Trio Quartet Quintet Sextet Septet Ensemble Orchestra"),
    noun: words(`
    Ballad Bounce Blues Calypso Nocturne Minor Prelude Rag Samba Serenade Shuffle Sonnet Stroll Suite
    Waltz`),
  },
  templates(`
    7 {first} {last} | 8 {first} {last} {ensemble} | 3 The {last} {ensemble} |
    2 {first} {last} & {first} {last}`),
  [5, 9],
  templates(`4 Live at the {noun} Room | 3 {first} {time} | 5 The {place} Sessions`),
  templates(`6 Blues for {first} | 10 {first}'s {noun} | 8 {place} {noun} | 4 Waltz for {first} {last}`),
)

const rap = genre(
  {
    title: words("Lil Young King Queen MC Big Kid Prince Saint Doctor Mister Uncle"),
    noun: words(`
    Balance Block Bodega Bricks Change Corner Credit Crown Hustle Interlude Ledger Neighbourhood Paper
    Rent Respect Skit Stoop Sugar Throne Verse Vision`),
  },
  templates(`
    5 {title} {last} | 5 {first} {noun} | 3 {title} {noun} | 1 {first} {figure} | 4 {first} {last} |
    3 {adjective} {first} | 1 {first} & {title} {last}`),
  [10, 16],
  [],
  templates(`5 {noun} (Interlude) | 4 {noun} Talk | 5 No {plural} | 3 {go} Up`),
)

const composed = genre(
  {
    form: words(`
    Étude Nocturne Prelude Variation Fragment Study Canon Chorale Sketch Movement Elegy Berceuse`),
    key: phrases(`
    in A Minor, in B-Flat, in C, in D Minor, in E, in F-Sharp Minor, in G, in G Minor, for Strings`),
    choir: words("Ensemble Quartet Consort Choir Sinfonia Collective"),
  },
  templates(`10 {first} {last} | 3 {place} {choir} | 3 {noun} {choir} | 3 {adjective} {noun}`),
  [7, 12],
  templates(`8 {form} {key} | 8 {number} {form}s | 3 Music for {adjective} Rooms`),
  templates(`
    16 {form} No. {figure} | 20 {form} {key} | 20 {form} No. {figure} {key} |
    14 {form}: {adjective} {noun}`),
)

const inLanguage = (lexicon: Lexicon, and: string): Genre => ({
  lexicon,
  artist: templates(`12 {first} {last} | 3 {first} {last}-{last} | 4 {band} | 1 {first} ${and} {first}`),
  album: templates(`10 {thing} {phrase} | 3 {thing} | 3 {thing} ${and} {thing}`),
  track: templates(`14 {thing} {phrase} | 4 {thing} | 3 {thing} ${and} {thing}`),
  tracks: [8, 12],
})

const inJapanese: Genre = {
  lexicon: japanese,
  artist: templates(`8 {last}{first} | 5 {band} | 1 {last}{first} & {band}`),
  album: templates(`6 {thing}の{thing} | 4 {thing}と{thing} | 4 {thing}{phrase}`),
  track: templates(`6 {thing}の{thing} | 3 {thing}と{thing} | 10 {thing}{phrase} | 2 {thing}`),
  tracks: [8, 12],
}

/** The genres of this listener, with their shares of its artists. */
export const genres: Choices<Genre> = [
  [rock, 30],
  [folk, 18],
  [electronic, 18],
  [jazz, 9],
  [rap, 8],
  [metal, 5],
  [composed, 6],
  [inLanguage(french, "et"), 2],
  [inLanguage(spanish, "y"), 1.5],
  [inLanguage(nordic, "&"), 1.5],
  [inJapanese, 2],
  [inLanguage(russian, "и"), 1.5],
]
