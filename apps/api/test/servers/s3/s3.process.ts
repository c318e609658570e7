import S3rver from 's3rver'
import { conditionalPuts } from './s3-conditions.ts'
import { heldFolders } from './s3-folders.ts'
import { multipartCalls } from './s3-multipart.ts'

const [directory] = process.argv.slice(2)
if (directory === undefined || process.send === undefined) throw new Error('started by startS3Server only')
const options = { address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false }
const server = new S3rver({ ...options, directory })
server.middleware.unshift(conditionalPuts(directory), heldFolders(directory), multipartCalls(directory))
const { port } = await server.run()
process.send(port)

// Ends with its test, also when the test dies.
process.once('disconnect', () => process.exit())
