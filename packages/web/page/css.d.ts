declare module "*.css"
declare module "*?url" {
  /** The address of a file that is loaded when it is needed. */
  const address: string
  export default address
}
