import { crc32, deflateRawSync } from 'node:zlib'

export interface PackedFile {
  /** A string is written as UTF-8 with its flag; bytes are written without it. */
  name: string | Uint8Array
  content?: Uint8Array | string
  /** Sets the flag of encryption; the content is not encrypted. */
  isEncrypted?: boolean
  /** A method other than 8 is only announced. */
  method?: number
  /** A size other than the content's is only announced. */
  announcedBytes?: number
  /** A damaged checksum. */
  crc?: number
}

const utf8Flag = 0x800
const encryptedFlag = 1

const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8])

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** What the local and the central header of a file have in common. */
function headerOf({ name, isEncrypted = false, method = 8, announcedBytes, crc }: PackedFile, content: Buffer) {
  const nameBytes = Buffer.from(name)
  const packed = deflateRawSync(content)
  const flags = (typeof name === 'string' ? utf8Flag : 0) | (isEncrypted ? encryptedFlag : 0)
  const fields = [
    u16(20),
    u16(flags),
    u16(method),
    u32(0x5a21_0000),
    u32(crc ?? crc32(content)),
    u32(packed.length),
    u32(announcedBytes ?? content.length),
    u16(nameBytes.length),
    u16(0),
  ]

  return { fields: Buffer.concat(fields), nameBytes, packed }
}

/** A ZIP archive, also a hostile one. */
export function zipOf(files: readonly PackedFile[]): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0

  for (const file of files) {
    const { fields, nameBytes, packed } = headerOf(file, Buffer.from(file.content ?? 'x'))
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, nameBytes, packed])
    const zeros = Buffer.alloc(10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), u16(20), fields, zeros, u32(offset), nameBytes]))
    locals.push(local)
    offset += local.length
  }

  const directory = Buffer.concat(central)
  const end = [u16(0), u16(0), u16(files.length), u16(files.length), u32(directory.length), u32(offset), u16(0)]
  return new Uint8Array(Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), ...end]))
}
