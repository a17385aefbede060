import type { CardName } from "../../wire/yearCards.ts"

/** The colours of a card: the same in light and in dark, since an image is sent as it is. */
export interface CardColours {
  readonly paper: string
  readonly ink: string
  /** The label, on the paper. */
  readonly label: string
  /** The figure, on the paper. */
  readonly figure: string
  /** Marks: dots, lines, bars. */
  readonly mark: string
  /** Land on a map, and what else is hardly darker than the paper. */
  readonly faint: string
}

const night = { paper: "#101326", ink: "#ffffff", label: "#ffffff", figure: "#ffffff" }

export const coloursOf: Readonly<Record<CardName, CardColours>> = {
  cover: { ...night, mark: "#ffd34d", faint: "#1b2040" },
  plays: {
    paper: "#ff5b4c",
    ink: "#1c0a08",
    label: "#1c0a08",
    figure: "#1c0a08",
    mark: "#1c0a08",
    faint: "#f14a3b",
  },
  artist: {
    paper: "#f6e2d1",
    ink: "#1f1110",
    label: "#1f1110",
    figure: "#1f1110",
    mark: "#c02a1c",
    faint: "#ead2bd",
  },
  records: { ...night, paper: "#101726", label: "#ffcf5c", mark: "#ffcf5c", faint: "#1c2538" },
  films: { ...night, paper: "#1c1233", figure: "#b79dff", mark: "#b79dff", faint: "#2a1d4b" },
  running: {
    paper: "#0b3a2b",
    ink: "#f1fff8",
    label: "#4fe0a8",
    figure: "#f1fff8",
    mark: "#2bd693",
    faint: "#072a1f",
  },
  places: {
    paper: "#dceaff",
    ink: "#10244a",
    label: "#1a5bb8",
    figure: "#10244a",
    mark: "#2f80ed",
    faint: "#b9d6f8",
  },
  "fullest-day": {
    paper: "#ffd64a",
    ink: "#1f1905",
    label: "#1f1905",
    figure: "#1f1905",
    mark: "#1f1905",
    faint: "#f5c930",
  },
  books: {
    paper: "#f1e8d4",
    ink: "#2a1c0b",
    label: "#855700",
    figure: "#2a1c0b",
    mark: "#c08000",
    faint: "#e5d8bb",
  },
  almanac: {
    paper: "#fbfaf7",
    ink: "#17181c",
    label: "#17181c",
    figure: "#17181c",
    mark: "#17181c",
    faint: "#e6e2d8",
  },
}

/** The fills of the domains on paper. */
const domainFills: Readonly<Record<string, string>> = {
  listening: "#f95443",
  reading: "#c08000",
  watching: "#7454ff",
  running: "#00a060",
  attending: "#f2459a",
  collecting: "#0d9b9f",
  places: "#2f80ed",
}

export const domainFill = (domain: string): string => domainFills[domain] ?? "#5c5d64"

/** The backs of books, each with the ink of its title. */
export const bookBacks: ReadonlyArray<readonly [back: string, ink: string]> = [
  ["#bf3a1c", "#ffffff"],
  ["#135a78", "#ffffff"],
  ["#f2b13c", "#2a1c0b"],
  ["#2b6138", "#ffffff"],
  ["#313a91", "#ffffff"],
  ["#ff8f6b", "#2a120b"],
  ["#0b6670", "#ffffff"],
  ["#c92b55", "#ffffff"],
  ["#393939", "#ffffff"],
]
