import { messages } from "../../messages.ts"
import { usePlace, withQuery } from "../../router.tsx"

const { settings } = messages

/** Links to the pages of a list, by the URL: `?page=2`. Nothing if there is only one. */
export const Pages = ({
  pagination,
}: {
  readonly pagination: { readonly page: number; readonly total_pages: number }
}) => {
  const address = usePlace()
  const { page, total_pages: pages } = pagination
  if (pages < 2 && page === 1) return undefined
  const to = (next: number) => withQuery(address, { page: next === 1 ? "" : String(next) }).slice(1)
  return (
    <nav class="pages" aria-label={settings.pages}>
      {page > 1 ? <a href={to(page - 1)}>{settings.newer}</a> : <span />}
      <span class="quiet">{settings.pageOf(page, pages)}</span>
      {page < pages ? <a href={to(page + 1)}>{settings.older}</a> : <span />}
    </nav>
  )
}

/** The page that an address requests: 1 if it names none. */
export const pageIn = (query: URLSearchParams): number => {
  const page = Number(query.get("page") ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}
