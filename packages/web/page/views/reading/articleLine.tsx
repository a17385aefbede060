import type { Answer } from "../../data/responses.ts"
import { percent } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"

const { reading } = messages

export type Article = Answer<"reading", "archive">["data"][number]

export const articlePath = (id: number): string => itemPath("reading", { type: "article", id })

/** The title of an article; its URL if it has none. */
export const titleOf = ({ title, url }: Pick<Article, "title" | "url">): string =>
  title === "" ? (url === "" ? reading.untitled : url) : title

/** Site, author and length of an article: the known ones. */
export const aboutOf = (one: Pick<Article, "site_name" | "domain" | "author" | "estimated_read_min">) =>
  [
    one.site_name === "" ? one.domain : one.site_name,
    one.author,
    one.estimated_read_min === 0 ? "" : messages.minutes(one.estimated_read_min),
  ]
    .filter((part) => part !== "")
    .join(" · ")

/** How far an article was read. */
export const standingOf = ({ progress, status }: Pick<Article, "progress" | "status">): string =>
  status === "reading" && progress > 0 ? reading.progress(percent(progress)) : reading.statuses[status]

/** An article as a line. `at` is the time that its list is about. */
export const ArticleLine = ({ at, one }: { readonly one: Article; readonly at: string }) => (
  <li class="entry hue-reading">
    <a href={articlePath(one.id).slice(1)}>
      <Tile name={one.site_name === "" ? one.domain : one.site_name} image={one.image} />
      <span class="entry-text">
        <span class="entry-title" dir="auto">
          {titleOf(one)}
        </span>
        <span class="quiet" dir="auto">
          {aboutOf(one)}
        </span>
      </span>
      <span class="entry-when">
        <span class="mark">
          {one.starred ? (
            <span role="img" aria-label={reading.starred}>
              ★{" "}
            </span>
          ) : undefined}
          {standingOf(one)}
        </span>
        <Time at={at} as="day" />
      </span>
    </a>
  </li>
)

/** Articles as lines. */
export const ArticleLines = <One extends Article>({
  articles,
  timeOf,
}: {
  readonly articles: ReadonlyArray<One>
  readonly timeOf: (one: One) => string
}) => (
  <ul class="entries">
    {articles.map((one) => (
      <ArticleLine key={one.id} one={one} at={timeOf(one)} />
    ))}
  </ul>
)
