import { useEffect, useMemo } from "preact/hooks"
import { keepTrying, listen } from "./data/live.ts"
import { findSession, standing } from "./data/session.ts"
import { useSignal } from "./data/signal.ts"
import { Frame } from "./frame.tsx"
import { messages } from "./messages.ts"
import { Skeleton } from "./parts/shown.tsx"
import { routeOf, usePlace, useView } from "./router.tsx"
import { notFound, routes } from "./routes.ts"
import { SignIn } from "./views/signIn.tsx"

const { states } = messages

/** The view of the address that is shown. */
const View = () => {
  const address = usePlace()
  const found = useMemo(() => routeOf(routes, address), [address])
  const Shown = useView(found?.route ?? notFound)
  const [path] = address.split("?")
  if (Shown === undefined) return <Skeleton lines={8} />
  if (Shown === "failed") {
    return (
      <div class="empty" role="alert">
        <p>{states.update}</p>
        <button type="button" class="button" onClick={() => window.location.reload()}>
          {states.reload}
        </button>
      </div>
    )
  }
  // A view of another path begins anew; another query is the same view.
  return <Shown key={path} {...(found?.address ?? { params: {}, query: new URLSearchParams() })} />
}

const SignedIn = () => {
  useEffect(listen, [])
  return (
    <Frame>
      <View />
    </Frame>
  )
}

/** No server answers, and nothing is known of a session: the shell says so, and tries again. */
const Away = () => {
  useEffect(() => {
    const again = () => void findSession()
    const timer = setInterval(again, 5_000)
    window.addEventListener("online", again)
    return () => {
      clearInterval(timer)
      window.removeEventListener("online", again)
    }
  }, [])
  return (
    <main class="sign-in">
      <h1>{messages.name}</h1>
      <p role="status">{states.offline}</p>
    </main>
  )
}

export const App = () => {
  const now = useSignal(standing)
  useEffect(keepTrying, [])
  switch (now.state) {
    case "in":
      return <SignedIn />
    case "out":
      return <SignIn ended={now.ended} />
    case "away":
      return <Away />
    case "unknown":
      return <div aria-busy="true" />
  }
}
