declare module 's3rver' {
  interface Options {
    address: string
    port: number
    directory: string
    silent: boolean
    vhostBuckets: boolean
  }
  class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
  }
  export = S3rver
}
