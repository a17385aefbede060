import { useEffect, useState } from "preact/hooks"
import { pollWithBackoff } from "../../data/poll.ts"
import { type Failure, lookForServer } from "../../data/asking.ts"
import { messages } from "../../messages.ts"
import { Skeleton, troubleOf } from "./states.tsx"
import { Title } from "../title.tsx"

const { name, states } = messages

const Reload = ({ hint, title }: { readonly title: string; readonly hint: string }) => (
  <div role="alert">
    <Title title={title} lead={hint} window={name} />
    <button type="button" class="button" onClick={() => window.location.reload()}>
      {states.reload}
    </button>
  </div>
)

/** Shown instead of a view that failed to render. */
export const ErrorView = () => <Reload title={states.broken} hint={states.brokenHint} />

/** Shown if the code of a view did not load: no server is reached, or it has newer code. It returns with the server. */
export const UpdateView = () => {
  const [failure, setFailure] = useState<Failure | "none">()
  useEffect(() => {
    let wasAway = false
    const look = async () => {
      const found = await lookForServer()
      // A browser may remember that a module did not come: only a page that is loaded again calls again.
      if (found === undefined && wasAway) window.location.reload()
      wasAway ||= found !== undefined
      setFailure(found ?? "none")
    }
    void look()
    return pollWithBackoff(() => void look())
  }, [])
  if (failure === undefined) return <Skeleton />
  return failure === "none" ? (
    <Reload title={states.update} hint={states.updateHint} />
  ) : (
    <Title title={troubleOf(failure)} window={name} />
  )
}
