import { useEffect, useState } from "preact/hooks"
import { keepCalling } from "../data/again.ts"
import { serverAnswers } from "../data/serverAnswers.ts"
import { messages } from "../messages.ts"
import { Title } from "./title.tsx"

const { name, states } = messages

const Reload = ({ hint, title }: { readonly title: string; readonly hint: string }) => (
  <div role="alert">
    <Title title={title} lead={hint} window={name} />
    <button type="button" class="button" onClick={() => window.location.reload()}>
      {states.reload}
    </button>
  </div>
)

/** Stands where a view failed while it was drawn. */
export const Broken = () => <Reload title={states.broken} hint={states.brokenHint} />

/** Stands where the code of a view did not come: no server is reached, or it has newer code. It comes back with the server. */
export const Missing = () => {
  const [isAway, setAway] = useState(true)
  useEffect(() => {
    let wasAway = false
    const look = async () => {
      const answers = await serverAnswers()
      // A browser may remember that a module did not come: only a page that is loaded anew asks again.
      if (answers && wasAway) window.location.reload()
      wasAway ||= !answers
      setAway(!answers)
    }
    void look()
    return keepCalling(() => void look())
  }, [])
  return isAway ? (
    <Title title={states.offline} window={name} />
  ) : (
    <Reload title={states.update} hint={states.updateHint} />
  )
}
