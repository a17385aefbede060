import type { Entry } from "../data/responses.ts"
import { useRead } from "../data/useRead.ts"
import { messages } from "../messages.ts"
import { Entries } from "../parts/lists/entries.tsx"
import { NothingYet } from "../parts/notices/nothingYet.tsx"
import { Shown } from "../parts/notices/states.tsx"
import { Title } from "../parts/title.tsx"
import { usePlace } from "../router.tsx"

/** The newest entries of a domain: the home of a domain without a view. */
const DomainHome = () => {
  const domain = usePlace().split(/[/?]/)[1] ?? ""
  const path = `/v1/feed?domains=${domain}&limit=50`
  const feed = useRead<{ readonly data: ReadonlyArray<Entry> }>(path)
  return (
    <>
      <Title title={messages.domain(domain)} />
      <section>
        <h2>{messages.domainHome.recent}</h2>
        <Shown path={path} read={feed} lines={8}>
          {({ data }) => (data.length === 0 ? <NothingYet /> : <Entries entries={data} times="ago" />)}
        </Shown>
      </section>
    </>
  )
}

export default DomainHome
