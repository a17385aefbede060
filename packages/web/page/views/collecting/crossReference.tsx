import type { Answer, ItemImage } from "../../data/responses.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { Endless } from "../../parts/lists/infiniteList.tsx"
import { ToSources } from "../../parts/notices/nothingYet.tsx"
import { EmptyState } from "../../parts/notices/states.tsx"
import { type ArtKind, Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"
import type { Address } from "../../router.tsx"
import { CollectingHead } from "./head.tsx"
import { dotted, filmPath, recordPath } from "./shelves.tsx"

const { collecting } = messages

type Beside = Answer<"collecting", "crossReference">
type ListName = keyof Beside

const names = [
  "played",
  "never_played",
  "not_owned",
  "watched",
  "never_watched",
] as const satisfies ReadonlyArray<ListName>

interface Line {
  readonly key: string
  readonly to: string
  readonly name: string
  readonly lead: string
  readonly kind: ArtKind
  readonly by?: string
  readonly counted: string
  readonly at: string
  readonly image?: ItemImage | undefined
}

const linesOf: { readonly [Name in ListName]: (one: Beside[Name]["data"][number]) => Line } = (() => {
  const record = (one: Beside["played"]["data"][number]): Line => ({
    key: String(one.id),
    to: recordPath(one.id),
    name: one.title,
    lead: dotted(one.artist, one.format, one.year),
    kind: "cover",
    by: one.artist,
    counted: one.playcount === 0 ? "" : collecting.plays(one.playcount),
    at: one.last_played_at,
    image: one.image,
  })
  const film = (one: Beside["watched"]["data"][number]): Line => ({
    key: one.id,
    to: filmPath(one.id),
    name: one.title,
    lead: dotted(collecting.formatName(one.format), one.year),
    kind: "poster",
    counted: one.watch_count === 0 ? "" : collecting.watches(one.watch_count),
    at: one.last_watched_at,
    image: one.image,
  })
  return {
    played: record,
    never_played: record,
    not_owned: (one) => ({
      key: String(one.id),
      to: itemPath("listening", { type: "album", id: one.id }),
      name: one.title,
      lead: one.artist,
      kind: "cover",
      by: one.artist,
      counted: collecting.plays(one.playcount),
      at: one.last_played_at,
      image: one.image,
    }),
    watched: film,
    never_watched: film,
  }
})()

const List = <Name extends ListName>({ name }: { readonly name: Name }) => {
  const lineOf = linesOf[name]
  return (
    <Endless<Beside[Name]["data"][number], Beside>
      path="/v1/collecting/cross-reference"
      name={name}
      listOf={(answer) => answer[name]}
      empty={<EmptyState title={collecting.noneOfList} hint={<ToSources />} />}
    >
      {(items) => (
        <ul class="entries">
          {items.map(lineOf).map(({ at, by, counted, image, key, kind, lead, name: title, to }) => (
            <li key={key} class="entry">
              <a href={to.slice(1)}>
                <Tile name={title} by={by} image={image} kind={kind} />
                <span class="entry-text">
                  <span class="entry-title" dir="auto">
                    {title}
                  </span>
                  <span class="quiet" dir="auto">
                    {lead}
                  </span>
                </span>
                <span class="entry-when">
                  <span class="mark">{counted}</span>
                  <Time at={at} as="day" />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Endless>
  )
}

/** The collection compared with plays and watches: unused items, and missing ones. */
const Beside = ({ query }: Address) => {
  const name = names.find((one) => one === query.get("list")) ?? "played"
  return (
    <div class="hue-collecting">
      <CollectingHead title={collecting.beside} lead={collecting.besideLead} />
      <Choices
        label={collecting.list}
        name="list"
        options={names.map((value) => ({ value, label: collecting.lists[value] }))}
      />
      <List name={name} />
    </div>
  )
}

export default Beside
