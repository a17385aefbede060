import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { type Bar, Bars } from "../../parts/charts/bars.tsx"
import { DaysOfYear } from "../../parts/charts/rhythm.tsx"
import { ComparedCard } from "../../parts/periods/comparedCard.tsx"
import {
  FallbackNote,
  Headline,
  PeriodChoice,
  periodName,
  periodQuery,
} from "../../parts/periods/comparedPeriod.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import type { ArtKind } from "../../parts/lists/tile.tsx"
import { Wall, type WallItem } from "../../parts/lists/wall.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { CollectingHead } from "./head.tsx"
import { addedCover } from "./shelves.tsx"

const { collecting } = messages

export type CollectingOverview = Answer<"collecting", "overview">

const day = (instant: string) => fullDay(dayOf(instant))

const Collection = ({ totals }: { readonly totals: CollectingOverview["totals"] }) => (
  <Headline
    figure={[
      totals.records === 0 ? "" : collecting.recordsOf(totals.records),
      totals.films === 0 ? "" : collecting.filmsOf(totals.films),
    ]
      .filter((part) => part !== "")
      .join(", ")}
    words={
      totals.first_added_at === ""
        ? collecting.artistsOf(totals.artists)
        : collecting.since(totals.artists, day(totals.first_added_at))
    }
  />
)

const Latest = ({
  items,
  kind = "cover",
  title,
}: {
  readonly title: string
  readonly items: ReadonlyArray<WallItem>
  readonly kind?: ArtKind
}) =>
  items.length === 0 ? undefined : (
    <section>
      <h2>{title}</h2>
      <Wall items={items} kind={kind} />
    </section>
  )

const Additions = ({ overview }: { readonly overview: CollectingOverview }) => {
  const { latest, period } = overview
  return (
    <>
      <ComparedCard
        compared={overview}
        counted={collecting.addedOf}
        label={collecting.overTime}
        words={periodName(period)}
      />
      <Latest
        title={collecting.latestRecords}
        items={latest.data.filter(({ type }) => type === "record").map(addedCover)}
      />
      <Latest
        title={collecting.latestFilms}
        items={latest.data.filter(({ type }) => type === "media").map(addedCover)}
        kind="poster"
      />
    </>
  )
}

/** The bars of a list. */
const most = 10

const List = ({ bars, title }: { readonly title: string; readonly bars: ReadonlyArray<Bar> }) =>
  bars.length === 0 ? undefined : (
    <section class="card">
      <h2>{title}</h2>
      <Bars bars={bars.slice(0, most)} />
    </section>
  )

const Lists = ({ overview }: { readonly overview: CollectingOverview }) => {
  const { artists, film_formats: filmFormats, genres, styles, totals } = overview
  const named = (
    field: "artist" | "format" | "genre",
    all: ReadonlyArray<{ readonly name: string; readonly count: number }>,
  ) =>
    all.map(({ count, name }) => ({
      name,
      value: count,
      to: withQuery("/collecting/records", { [field]: name }),
    }))
  return (
    <div class="halves">
      <List title={collecting.byFormat} bars={named("format", totals.by_format)} />
      <List
        title={collecting.byDecade}
        bars={totals.by_decade.map(({ count, decade }) => ({
          name: collecting.decade(decade),
          value: count,
        }))}
      />
      <List
        title={collecting.filmsByFormat}
        bars={filmFormats.map(({ count, name }) => ({
          name: collecting.formatName(name),
          value: count,
          to: withQuery("/collecting/media", { format: name }),
        }))}
      />
      <List title={collecting.artists} bars={named("artist", artists)} />
      <List title={collecting.genres} bars={named("genre", genres)} />
      <List title={collecting.styles} bars={named("genre", styles)} />
    </div>
  )
}

/** The collection: all of it, what a period added next to the one before, and its formats, artists and genres. */
const Collecting = ({ query }: Address) => {
  const year = today().slice(0, 4)
  const path = `/v1/collecting/overview?${periodQuery(query, year)}`
  const read = useRead<CollectingOverview>(path)
  return (
    <div class="hue-collecting">
      <CollectingHead />
      <Shown path={path} read={read} lines={12}>
        {(overview) =>
          overview.totals.records + overview.totals.films === 0 ? (
            <NothingYet />
          ) : (
            <>
              <Collection totals={overview.totals} />
              {overview.count === 0 ? undefined : (
                <>
                  <div class="collecting-period">
                    <PeriodChoice standard={year} />
                  </div>
                  <FallbackNote compared={overview} query={query} asked={year} />
                  <Additions overview={overview} />
                  <DaysOfYear domain="collecting" year={overview.period.to.slice(0, 4)} />
                </>
              )}
              <Lists overview={overview} />
            </>
          )
        }
      </Shown>
    </div>
  )
}

export default Collecting
