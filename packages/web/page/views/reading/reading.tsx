import type { Answer } from "../../data/responses.ts"
import { pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { compact, minutes, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { DomainOverview } from "../../parts/domainOverview.tsx"
import { Bars } from "../../parts/charts/bars.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Days, ActivityClock } from "../../parts/charts/rhythm.tsx"
import { Shown } from "../../parts/states.tsx"
import { MonthlyChart, rangeOfSpan, Spans } from "../../parts/period.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { ArticleLines, articlePath, titleOf } from "./articleLine.tsx"
import { RandomHighlight } from "./randomHighlight.tsx"
import { ReadingHead } from "./head.tsx"

const { reading } = messages

const Sums = ({ range }: { readonly range: string }) => {
  const path = pathWithQuery("/v1/reading/stats", range)
  const { data: stats } = useRead<Answer<"reading", "stats">>(path)
  const shown = (value: number | undefined, as: (value: number) => string = number) =>
    value === undefined ? "–" : as(value)
  return (
    <>
      <Facts
        facts={[
          [reading.facts.articles, shown(stats?.articles)],
          [reading.facts.words, shown(stats?.words, compact)],
          [reading.facts.time, shown(stats?.minutes, minutes)],
          [reading.facts.books, shown(stats?.books)],
          [reading.facts.pages, shown(stats?.pages)],
          [reading.highlights, shown(stats?.highlights)],
        ]}
      />
      {stats?.longest === undefined ? undefined : (
        <p class="small quiet">
          {reading.longest}: <a href={articlePath(stats.longest.id).slice(1)}>{titleOf(stats.longest)}</a>,{" "}
          {reading.wordsOf(stats.longest.word_count)}
        </p>
      )}
    </>
  )
}

const statuses = ["unread", "reading", "finished", "abandoned", "skipped"] as const

const Fates = ({ range }: { readonly range: string }) => {
  const path = pathWithQuery("/v1/reading/stats", range)
  const stats = useRead<Answer<"reading", "stats">>(path)
  return (
    <section>
      <h2>{reading.saved}</h2>
      <Shown path={path} read={stats} lines={5}>
        {({ by_status: by, saved }) => (
          <>
            <p class="quiet small">{reading.savedOf(saved)}</p>
            <Bars
              bars={statuses.map((status) => ({
                name: reading.statuses[status],
                value: by[status],
                to: pathWithQuery("/reading/articles", `status=${status}`, range),
              }))}
            />
          </>
        )}
      </Shown>
    </section>
  )
}

const groups = { tags: "tag", domains: "domain", authors: "author" } as const

const Groups = ({ by, title }: { readonly by: keyof typeof groups; readonly title: string }) => {
  const path = `/v1/reading/${by}?limit=10`
  const found = useRead<Answer<"reading", "tags">>(path)
  return (
    <section>
      <h2>{title}</h2>
      <Shown path={path} read={found} lines={8}>
        {({ data }) => (
          <Bars
            bars={data.map(({ count, id, name }) => ({
              name,
              value: count,
              to: withQuery("/reading/articles", { [groups[by]]: id }),
            }))}
          />
        )}
      </Shown>
    </section>
  )
}

const Now = () => {
  const path = "/v1/reading/reading-now?limit=5"
  const now = useRead<Answer<"reading", "readingNow">>(path)
  return (
    <section>
      <header class="section">
        <h2>{reading.now}</h2>
        <a class="small" href="reading/articles?status=reading">
          {reading.all}
        </a>
      </header>
      <Shown path={path} read={now} lines={5}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{reading.nothingNow}</p>
          ) : (
            <ArticleLines articles={data} timeOf={({ last_read_at: at }) => at} />
          )
        }
      </Shown>
    </section>
  )
}

const Last = () => {
  const path = "/v1/reading/archive?limit=5"
  const last = useRead<Answer<"reading", "archive">>(path)
  return (
    <section>
      <header class="section">
        <h2>{reading.recent}</h2>
        <a class="small" href="reading/articles?sort=finished">
          {reading.all}
        </a>
      </header>
      <Shown path={path} read={last} lines={5}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{reading.nothingRead}</p>
          ) : (
            <ArticleLines articles={data} timeOf={({ finished_at: at }) => at} />
          )
        }
      </Shown>
    </section>
  )
}

/** A period of reading, the articles available, and the ways into the archive. */
const Reading = ({ query }: Address) => {
  const range = rangeOfSpan(query)
  return (
    <div class="hue-reading">
      <ReadingHead />
      <DomainOverview domain="reading" also="/v1/reading/articles?limit=1">
        <Spans domain="reading" />
        <Sums range={range} />
        <MonthlyChart domain="reading" range={range} counted={reading.readOf} />
        <Days domain="reading" query={query} />
        <RandomHighlight />
        <div class="columns">
          <Now />
          <Last />
          <Fates range={range} />
          <ActivityClock domain="reading" range={range} />
          <Groups by="tags" title={reading.tags} />
          <Groups by="domains" title={reading.sites} />
          <Groups by="authors" title={reading.authors} />
        </div>
      </DomainOverview>
    </div>
  )
}

export default Reading
