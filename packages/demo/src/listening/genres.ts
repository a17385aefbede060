import { type Lexicon, phrases, type Templates, type Words, words } from "../grammar.ts"
import { type Weighted } from "../random.ts"
import { french, japanese, nordic, russian, spanish } from "./languages.ts"
import { albums, bands, people, songs } from "./templates.ts"
import { english } from "./words.ts"

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
  extra: { readonly album?: Templates; readonly track?: Templates } = {},
): Genre => ({
  lexicon: {
    ...english,
    ...Object.fromEntries(Object.entries(own).map(([hole, more]) => [hole, amid(english[hole], more)])),
  },
  artist,
  tracks,
  album: [...albums, ...(extra.album ?? [])],
  track: [...songs, ...(extra.track ?? [])],
})

const folk = genre(
  {
    noun: words(`
    Barley Bramble Briar Brook Burrow Creek Fern Furrow Hearth Heather Hollow Lark Mill Moss Moth Oak
    Orchard Parish Plough Rowan Sparrow Thistle Timber Willow Wren`),
  },
  [...people, ["The {last} Family", 2], ["{noun} & {noun}", 3], ["The {noun} {plural}", 2]],
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
  [
    ["{adjective} {dark}", 6],
    ["{dark}", 1],
    ["{dark} of {dark}", 3],
    ["{plural} of {dark}", 2],
  ],
  [6, 9],
  {
    track: [
      ["{dark} of the {adjective} {dark}", 14],
      ["{gerund} Beneath the {dark}", 8],
    ],
  },
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
  [
    ["{noun}", 0.5],
    ["{noun} {figure}", 3],
    ["{noun} {noun}", 6],
    ["DJ {last}", 2],
    ["{first} {last}", 3],
    ["{adjective} {noun}", 5],
    ["{last} & {last}", 2],
    ["{noun} + {noun}", 2],
    ["{noun}/{noun}", 1],
  ],
  [6, 11],
  {
    album: [
      ["{noun} EP", 6],
      ["{noun} {figure}", 4],
    ],
    track: [
      ["{noun} {suffix}", 12],
      ["{noun} {figure}", 8],
      ["{adjective} {noun} {suffix}", 12],
    ],
  },
)

const jazz = genre(
  {
    ensemble: words("Trio Quartet Quintet Sextet Septet Ensemble Orchestra"),
    noun: words(`
    Ballad Bounce Blues Calypso Nocturne Minor Prelude Rag Samba Serenade Shuffle Sonnet Stroll Suite
    Waltz`),
  },
  [
    ["{first} {last}", 7],
    ["{first} {last} {ensemble}", 8],
    ["The {last} {ensemble}", 3],
    ["{first} {last} & {first} {last}", 2],
  ],
  [5, 9],
  {
    album: [
      ["Live at the {noun} Room", 4],
      ["{first} {time}", 3],
      ["The {place} Sessions", 5],
    ],
    track: [
      ["Blues for {first}", 6],
      ["{first}'s {noun}", 10],
      ["{place} {noun}", 8],
      ["Waltz for {first} {last}", 4],
    ],
  },
)

const rap = genre(
  {
    title: words("Lil Young King Queen MC Big Kid Prince Saint Doctor Mister Uncle"),
    noun: words(`
    Balance Block Bodega Bricks Change Corner Credit Crown Hustle Interlude Ledger Neighbourhood Paper
    Rent Respect Skit Stoop Sugar Throne Verse Vision`),
  },
  [
    ["{title} {last}", 5],
    ["{first} {noun}", 5],
    ["{title} {noun}", 3],
    ["{first} {figure}", 1],
    ["{first} {last}", 4],
    ["{adjective} {first}", 3],
    ["{first} & {title} {last}", 1],
  ],
  [10, 16],
  {
    track: [
      ["{noun} (Interlude)", 5],
      ["{noun} Talk", 4],
      ["No {plural}", 5],
      ["{go} Up", 3],
    ],
  },
)

const composed = genre(
  {
    form: words(`
    Étude Nocturne Prelude Variation Fragment Study Canon Chorale Sketch Movement Elegy Berceuse`),
    key: phrases(`
    in A Minor, in B-Flat, in C, in D Minor, in E, in F-Sharp Minor, in G, in G Minor, for Strings`),
    choir: words("Ensemble Quartet Consort Choir Sinfonia Collective"),
  },
  [
    ["{first} {last}", 10],
    ["{place} {choir}", 3],
    ["{noun} {choir}", 3],
    ["{adjective} {noun}", 3],
  ],
  [7, 12],
  {
    album: [
      ["{form} {key}", 8],
      ["{number} {form}s", 8],
      ["Music for {adjective} Rooms", 3],
    ],
    track: [
      ["{form} No. {figure}", 16],
      ["{form} {key}", 20],
      ["{form} No. {figure} {key}", 20],
      ["{form}: {adjective} {noun}", 14],
    ],
  },
)

const inLanguage = (lexicon: Lexicon, and: string): Genre => ({
  lexicon,
  artist: [
    ["{first} {last}", 12],
    ["{first} {last}-{last}", 3],
    ["{band}", 4],
    [`{first} ${and} {first}`, 1],
  ],
  album: [
    ["{thing} {phrase}", 10],
    ["{thing}", 3],
    [`{thing} ${and} {thing}`, 3],
  ],
  track: [
    ["{thing} {phrase}", 14],
    ["{thing}", 4],
    [`{thing} ${and} {thing}`, 3],
  ],
  tracks: [8, 12],
})

const inJapanese: Genre = {
  lexicon: japanese,
  artist: [
    ["{last}{first}", 8],
    ["{band}", 5],
    ["{last}{first} & {band}", 1],
  ],
  album: [
    ["{thing}の{thing}", 6],
    ["{thing}と{thing}", 4],
    ["{thing}{phrase}", 4],
  ],
  track: [
    ["{thing}の{thing}", 6],
    ["{thing}と{thing}", 3],
    ["{thing}{phrase}", 10],
    ["{thing}", 2],
  ],
  tracks: [8, 12],
}

/** The genres of this listener, with their shares of its artists. */
export const genres: readonly [Weighted<Genre>, ...ReadonlyArray<Weighted<Genre>>] = [
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
