import type { Answer } from "../../data/responses.ts"
import { pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { DomainOverview } from "../../parts/domainOverview.tsx"
import { Bars } from "../../parts/charts/bars.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Days } from "../../parts/charts/rhythm.tsx"
import { Shown } from "../../parts/states.tsx"
import { MonthlyChart, rangeOfSpan, Spans } from "../../parts/period.tsx"
import { Wall } from "../../parts/wall.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { CollectingHead } from "./head.tsx"
import { addedCover } from "./shelves.tsx"

const { collecting } = messages

type Stats = Answer<"collecting", "stats">

const day = (instant: string | undefined) =>
  instant === undefined || instant === "" ? "" : fullDay(dayOf(instant))

const Sums = ({ range }: { readonly range: string }) => {
  const { data: stats } = useRead<Stats>(pathWithQuery("/v1/collecting/stats", range))
  const shown = (value: number | undefined) => (value === undefined ? "–" : number(value))
  return (
    <Facts
      facts={[
        [collecting.facts.records, shown(stats?.records)],
        [collecting.facts.artists, shown(stats?.artists)],
        [collecting.facts.films, shown(stats?.films)],
        [collecting.facts.first, day(stats?.first_added_at)],
        [collecting.facts.last, day(stats?.last_added_at)],
      ]}
    />
  )
}

const Latest = ({ range }: { readonly range: string }) => {
  const path = pathWithQuery("/v1/collecting/recent", "limit=24", range)
  const recent = useRead<Answer<"collecting", "recent">>(path)
  return (
    <section>
      <h2>{collecting.latest}</h2>
      <Shown path={path} read={recent} lines={4}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{collecting.nothing}</p>
          ) : (
            <Wall items={data.map(addedCover)} strip />
          )
        }
      </Shown>
    </section>
  )
}

const Counts = ({ range }: { readonly range: string }) => {
  const path = pathWithQuery("/v1/collecting/stats", range)
  const stats = useRead<Stats>(path)
  return (
    <Shown path={path} read={stats} lines={6}>
      {({ by_decade: decades, by_format: formats }) => (
        <>
          {formats.length === 0 ? undefined : (
            <section>
              <h2>{collecting.byFormat}</h2>
              <Bars
                bars={formats.map(({ count, name }) => ({
                  name,
                  value: count,
                  to: withQuery("/collecting/records", { format: name }),
                }))}
              />
            </section>
          )}
          {decades.length === 0 ? undefined : (
            <section>
              <h2>{collecting.byDecade}</h2>
              <Bars
                bars={decades.map(({ count, decade }) => ({
                  name: collecting.decade(decade),
                  value: count,
                }))}
              />
            </section>
          )}
        </>
      )}
    </Shown>
  )
}

const FilmFormats = () => {
  const path = "/v1/collecting/media/formats"
  const formats = useRead<Answer<"collecting", "mediaFormats">>(path)
  if (formats.data?.data.length === 0) return undefined
  return (
    <section>
      <h2>{collecting.filmsByFormat}</h2>
      <Shown path={path} read={formats} lines={6}>
        {({ data }) => (
          <Bars
            bars={data.map(({ count, name }) => ({
              name: collecting.formatName(name),
              value: count,
              to: withQuery("/collecting/media", { format: name }),
            }))}
          />
        )}
      </Shown>
    </section>
  )
}

const most = 10

const Genres = ({ kind, title }: { readonly kind: "genre" | "style"; readonly title: string }) => {
  const path = "/v1/collecting/genres?limit=100"
  const genres = useRead<Answer<"collecting", "genres">>(path)
  return (
    <section>
      <h2>{title}</h2>
      <Shown path={path} read={genres} lines={8}>
        {({ data }) => {
          const bars = data
            .filter((one) => one.kind === kind)
            .slice(0, most)
            .map(({ count, name }) => ({
              name,
              value: count,
              to: withQuery("/collecting/records", { genre: name }),
            }))
          return bars.length === 0 ? <p class="quiet">{collecting.none}</p> : <Bars bars={bars} />
        }}
      </Shown>
    </section>
  )
}

const Artists = () => {
  const path = `/v1/collecting/artists?limit=${most}`
  const artists = useRead<Answer<"collecting", "artists">>(path)
  return (
    <section>
      <h2>{collecting.artists}</h2>
      <Shown path={path} read={artists} lines={8}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{collecting.none}</p>
          ) : (
            <Bars
              bars={data.map(({ count, name }) => ({
                name,
                value: count,
                to: withQuery("/collecting/records", { artist: name }),
              }))}
            />
          )
        }
      </Shown>
    </section>
  )
}

/** The collection in numbers, as a whole or with the additions of a period. */
const Collecting = ({ query }: Address) => {
  const range = rangeOfSpan(query, "overall")
  return (
    <div class="hue-collecting">
      <CollectingHead />
      <DomainOverview domain="collecting" also="/v1/collecting/records?limit=1">
        <Spans domain="collecting" standard="overall" />
        <Sums range={range} />
        <Latest range={range} />
        <MonthlyChart domain="collecting" range={range} />
        <Days domain="collecting" query={query} />
        <div class="columns">
          <Counts range={range} />
          <FilmFormats />
          <Artists />
          <Genres kind="genre" title={collecting.genres} />
          <Genres kind="style" title={collecting.styles} />
        </div>
      </DomainOverview>
    </div>
  )
}

export default Collecting
