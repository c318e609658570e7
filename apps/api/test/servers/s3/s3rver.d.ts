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
    /** Of Koa, on which it stands. */
    middleware: ((call: import('./s3-multipart.ts').S3Call, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
  }
  export = S3rver
}
