import type { Answer } from "../../data/responses.ts"
import { askedBy, isDay, isOneOf, isText, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, month, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Filters, Find, NoMatches, Order, Pick, DateField, Toggle } from "../../parts/lists/filters.tsx"
import { EmptyState, Shown } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import { type Article, ArticleLines } from "./articleLine.tsx"
import { ReadingHead } from "./head.tsx"

const { filters, reading } = messages

const statuses = ["unread", "reading", "finished", "abandoned", "skipped"] as const

const sorts = [
  { value: "saved", label: reading.sorts.saved, reversed: "asc" },
  { value: "finished", label: reading.sorts.finished, reversed: "asc" },
  { value: "title", label: reading.sorts.title, reversed: "desc" },
  { value: "words", label: reading.sorts.words, reversed: "asc" },
] as const

const takes = {
  q: isText,
  status: isOneOf(statuses),
  tag: isText,
  domain: isText,
  author: isText,
  starred: isOneOf(["true", "false"]),
  from: isDay,
  to: isDay,
  sort: isOneOf(sorts.map(({ value }) => value)),
  order: isOneOf(["asc", "desc"]),
}

const PickGroup = ({
  by,
  label,
  name,
}: {
  readonly by: "tags" | "domains" | "authors"
  readonly name: string
  readonly label: string
}) => {
  const { data } = useRead<Answer<"reading", "overview">>(
    `/v1/reading/overview?period=${today().slice(0, 4)}`,
  )
  return (
    <Pick
      label={label}
      name={name}
      options={[
        { value: "", label: filters.any },
        ...(data?.[by] ?? []).map(({ id, name: known }) => ({ value: id, label: known })),
      ]}
    />
  )
}

/** The articles that fit words by their text and their meaning, best first. */
const Found = ({ words }: { readonly words: string }) => {
  const path = `/v1/reading/search?q=${encodeURIComponent(words)}&limit=50`
  const found = useRead<Answer<"reading", "search">>(path)
  return (
    <Shown path={path} read={found} lines={8}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState title={reading.noneFound} />
        ) : (
          <ArticleLines articles={data} timeOf={({ saved_at: at }) => at} />
        )
      }
    </Shown>
  )
}

const monthOf = (at: string) => (at === "" ? "" : `${dayOf(at).slice(0, 7)}-01`)

const List = ({ asked, sort }: { readonly asked: string; readonly sort: string }) => {
  const timeOf = ({ finished_at: finished, saved_at: saved }: Article) =>
    sort === "finished" ? finished : saved
  const byTime = sort === "saved" || sort === "finished"
  return (
    <Endless<Article>
      path={pathWithQuery("/v1/reading/articles", asked)}
      {...(byTime
        ? {
            groupOf: (one: Article) => monthOf(timeOf(one)),
            headingOf: (first: string) => (first === "" ? reading.undated : month(first)),
          }
        : {})}
      empty={<NoMatches />}
    >
      {(articles) => <ArticleLines articles={articles} timeOf={timeOf} />}
    </Endless>
  )
}

/** Every saved article: filtered and sorted as the address says, or found by words. */
const Archive = ({ query }: Address) => {
  const asked = askedBy(query, takes)
  const words = (query.get("q") ?? "").trim()
  const byMeaning = words !== "" && query.get("in") !== "names"
  const path = pathWithQuery("/v1/reading/articles", asked)
  const { data } = useRead<Answer<"reading", "articles">>(byMeaning ? undefined : firstPage(path))
  const sort = new URLSearchParams(asked).get("sort") ?? "saved"
  return (
    <div class="hue-reading">
      <ReadingHead
        title={reading.articles}
        lead={byMeaning ? reading.bestFirst : lengthOf(data, reading.articlesOf)}
      />
      <Find label={reading.findArticles} />
      {words === "" ? undefined : (
        <Choices
          label={reading.searchIn}
          name="in"
          options={[
            { value: "", label: reading.byMeaning },
            { value: "names", label: reading.byName },
          ]}
        />
      )}
      {byMeaning ? (
        <Found words={words} />
      ) : (
        <>
          <Choices
            label={reading.status}
            name="status"
            options={[
              { value: "", label: reading.everything },
              ...statuses.map((value) => ({ value, label: reading.statuses[value] })),
            ]}
          />
          <Filters names={["tag", "domain", "author", "starred", "from", "to", "sort", "order"]}>
            <PickGroup by="tags" name="tag" label={reading.tag} />
            <PickGroup by="domains" name="domain" label={reading.site} />
            <PickGroup by="authors" name="author" label={reading.author} />
            <DateField name="from" label={filters.from} />
            <DateField name="to" label={filters.to} />
            <Order sorts={sorts} />
            <Toggle name="starred" label={reading.starred} />
          </Filters>
          <List asked={asked} sort={sort} />
        </>
      )}
    </div>
  )
}

export default Archive
