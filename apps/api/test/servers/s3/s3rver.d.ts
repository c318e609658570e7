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
    /** The middleware of Koa, on which it is built. */
    middleware: ((call: import('./s3-multipart.ts').S3Call, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
  }
  export = S3rver
}
