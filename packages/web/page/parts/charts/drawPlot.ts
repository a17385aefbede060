import "uplot/dist/uPlot.min.css"
import uPlot from "uplot"

/** Draws a plot as wide as its element, whenever that changes. `remove` ends it. */
export const drawPlot = (
  element: HTMLElement,
  height: number,
  options: Omit<uPlot.Options, "width" | "height" | "legend">,
  data: uPlot.AlignedData,
) => {
  const width = () => element.clientWidth
  const plot = new uPlot({ ...options, width: width(), height, legend: { show: false } }, data, element)
  const resized = new ResizeObserver(() => plot.setSize({ width: width(), height }))
  resized.observe(element)
  const remove = () => {
    resized.disconnect()
    plot.destroy()
  }
  return { plot, remove }
}
