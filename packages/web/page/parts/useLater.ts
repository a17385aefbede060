import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"

/** A part that few open: its code comes when it is shown. */
export const useLater = <Props extends object>(
  isShown: boolean,
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> | undefined => {
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (isShown)
      void load().then(
        (module) => setPart(() => module.default),
        () => undefined,
      )
  }, [isShown])
  return isShown ? Part : undefined
}
