import type { Position } from "@daybook/kernel"
import type { Pictured } from "../../activity/itemImages.ts"
import type { CardName } from "../../wire/yearCards.ts"
import type { StoryTexts } from "./texts/index.ts"

/** Something with an image: its own, or one printed from its title. */
export type Item = Pictured

/** An item with a line of text next to it. */
export interface Row {
  readonly item: Item
  readonly title: string
  readonly text: string
}

/** A count with its noun, such as 64 films, in the colour of its domain. */
export interface Sum {
  readonly domain: string
  /** The count as it is written: "8,214". */
  readonly figure: string
  /** The noun in the right number. */
  readonly noun: string
}

/** "8,214 songs" */
export const summed = ({ figure, noun }: Sum): string => `${figure} ${noun}`

/** A total as a list, which is empty for 0. */
export const sumOf = (
  { counted }: StoryTexts,
  domain: string,
  count: number,
  nounOf: (count: number) => string,
): ReadonlyArray<Sum> => (count === 0 ? [] : [{ domain, figure: counted(count), noun: nounOf(count) }])

/** A place on a map; its area is its weight. */
export interface Spot {
  readonly position: Position
  readonly weight: number
}

/** The image of a card. */
export type Picture =
  | { readonly kind: "wall"; readonly items: ReadonlyArray<Item>; readonly ratio: 1 | 1.5 }
  | { readonly kind: "portrait"; readonly item: Item }
  | { readonly kind: "ring"; readonly days: ReadonlyArray<number>; readonly words: string }
  | { readonly kind: "rows"; readonly rows: ReadonlyArray<Row>; readonly shrinks: boolean }
  | { readonly kind: "route"; readonly from: NamedSpot; readonly to: NamedSpot }
  | { readonly kind: "map"; readonly spots: ReadonlyArray<Spot> }
  | { readonly kind: "pile"; readonly titles: ReadonlyArray<string> }
  | { readonly kind: "sums"; readonly sums: ReadonlyArray<Sum>; readonly items: ReadonlyArray<Item> }

export interface NamedSpot {
  readonly name: string
  readonly position: Position
}

/** A card of a year's story, as data: it is drawn from nothing else. */
export interface YearCard {
  readonly name: CardName
  /** The small line above. */
  readonly label: string
  /** A number, a name or a day, as large as it fits. */
  readonly figure: string
  /** The rest of the figure's sentence; "" without one. */
  readonly headline: string
  readonly text: string
  readonly picture: Picture
}

/** A domain's part of a year's story. */
export interface YearPart {
  /** What it adds to the totals of the cover and the almanac. */
  readonly sums: ReadonlyArray<Sum>
  /** The items for the year's walls of images, best first. */
  readonly items: ReadonlyArray<Item>
  readonly cards: ReadonlyArray<YearCard>
}

/** Whom a story is for. Anyone may read a public one. */
export interface Audience {
  readonly isPublic: boolean
  /** False for a place that this audience must not see. */
  readonly maySee: (position: Position | undefined) => boolean
  readonly units: "km" | "mi"
  /** The texts in the story's language. */
  readonly texts: StoryTexts
}

const kilometresInMile = 1.609344

/** Miles in the units of an audience. */
export const inUnits = (miles: number, { units }: Pick<Audience, "units">): number =>
  units === "mi" ? miles : miles * kilometresInMile

/** The owner, who sees everything. */
export const ownerIn = (told: Pick<Audience, "texts" | "units">): Audience => ({
  isPublic: false,
  maySee: () => true,
  ...told,
})

/** A card in words, for those who do not see it. */
export const wordsOf = ({ figure, headline, label, picture, text }: YearCard): string =>
  [
    [label, figure, headline].filter((part) => part !== "").join(" "),
    text,
    picture.kind === "rows"
      ? picture.rows.map(({ text: more, title }) => (more === "" ? title : `${title}: ${more}`)).join("; ")
      : picture.kind === "pile"
        ? picture.titles.join("; ")
        : picture.kind === "sums"
          ? picture.sums.map(summed).join(", ")
          : "",
  ]
    .filter((part) => part !== "")
    .map((part) => (/[.!?…。]$/.test(part) ? part : `${part}.`))
    .join(" ")
