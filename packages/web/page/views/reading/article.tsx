import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Stars } from "../../parts/stars.tsx"
import { Title } from "../../parts/title.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { ArticleLines, standingOf, titleOf } from "./articleLine.tsx"
import { ReadingHead } from "./head.tsx"
import { Prose } from "./prose.tsx"

const { reading } = messages

type Whole = Answer<"reading", "article">

const day = (instant: string) => (instant === "" ? "" : fullDay(dayOf(instant)))

const By = ({ one }: { readonly one: Whole }) => {
  const site = one.site_name === "" ? one.domain : one.site_name
  return (
    <>
      {site === "" ? undefined : (
        <a href={withQuery("/reading/articles", { domain: one.domain }).slice(1)}>{site}</a>
      )}
      {one.author === "" ? undefined : (
        <>
          {site === "" ? "" : " · "}
          <a href={withQuery("/reading/articles", { author: one.author }).slice(1)}>{one.author}</a>
        </>
      )}
    </>
  )
}

const Elsewhere = ({ label, to }: { readonly to: string; readonly label: string }) =>
  /^https?:/.test(to) ? (
    <a class="button" href={to} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  ) : undefined

const Related = ({ id }: { readonly id: string }) => {
  const path = `/v1/reading/articles/${id}/related?limit=5`
  const { data } = useRead<Answer<"reading", "related">>(path)
  if (data === undefined || data.data.length === 0) return undefined
  return (
    <section>
      <h2>{reading.related}</h2>
      <ArticleLines articles={data.data} timeOf={({ saved_at: at }) => at} />
    </section>
  )
}

const Highlights = ({ one }: { readonly one: Whole }) => (
  <aside class="article-highlights" aria-label={reading.highlights}>
    <h2>{reading.highlights}</h2>
    <ol>
      {one.highlights.map((highlight) => (
        <li key={highlight.id} class="quote">
          <blockquote>{highlight.text}</blockquote>
          {highlight.note === "" ? undefined : <p class="quote-note">{highlight.note}</p>}
        </li>
      ))}
    </ol>
  </aside>
)

const Text = ({ one }: { readonly one: Whole }) => {
  const passages = useMemo(() => one.highlights.map(({ text }) => text), [one])
  return one.body_html === "" ? (
    <p class="quiet">{reading.noText}</p>
  ) : (
    <Prose html={one.body_html} passages={passages} />
  )
}

const ArticleView = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/reading/articles/${id}`
  const article = useRead<Whole>(path)
  return (
    <div class="hue-reading">
      {article.data === undefined ? <ReadingHead title={reading.articles} /> : undefined}
      <Shown path={path} read={article} lines={10}>
        {(one) => (
          <>
            <Title title={titleOf(one)} lead={<By one={one} />}>
              <Correct domain="reading" type="article" id={one.id} name={titleOf(one)} values={one} />
            </Title>
            {one.description === "" ? undefined : <p class="article-lead">{one.description}</p>}
            <Facts
              facts={[
                [reading.status, standingOf(one)],
                [
                  reading.length,
                  one.estimated_read_min === 0 ? "" : messages.minutes(one.estimated_read_min),
                ],
                [reading.savedAt, day(one.saved_at)],
                [reading.started, day(one.started_at)],
                [reading.finished, day(one.finished_at)],
                [reading.rating, one.rating === 0 ? "" : <Stars value={one.rating} />],
                [reading.starred, one.starred ? "★" : ""],
              ]}
            />
            <div class="chips">
              {one.tags.map((tag) => (
                <a key={tag} class="chip" href={withQuery("/reading/articles", { tag }).slice(1)}>
                  {tag}
                </a>
              ))}
              <Elsewhere to={one.url} label={reading.readAt} />
              <Elsewhere to={one.reader_url} label={reading.openReader} />
            </div>
            <div class={one.highlights.length === 0 ? "article" : "article article-with"}>
              <Text one={one} />
              {one.highlights.length === 0 ? undefined : <Highlights one={one} />}
            </div>
            <Related id={id} />
          </>
        )}
      </Shown>
    </div>
  )
}

export default ArticleView
