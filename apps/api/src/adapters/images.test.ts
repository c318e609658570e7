import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { avatarPixels, createAvatar, createPhoto, photoPixels } from './images.ts'

const red = { r: 200, g: 30, b: 30 }
const picture = (width = 400, height = 300) => sharp({ create: { width, height, channels: 3, background: red } })

async function webpOf(upload: Buffer): Promise<Buffer> {
  const verdict = await createAvatar(upload)
  if (!verdict.ok) throw new Error(`refused: ${verdict.reason}`)
  return verdict.webp
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Grey, one bit per pixel: a few kilobytes that claim to be any size. */
function pngOf(width: number, height: number, rows: Buffer, before: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = pngChunk('IDAT', deflateSync(rows))
  return Buffer.concat([signature, pngChunk('IHDR', header), ...before, data, pngChunk('IEND', Buffer.alloc(0))])
}

describe('an avatar', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('becomes a square WebP from %s', async (format) => {
    const webp = await webpOf(await picture().toFormat(format).toBuffer())
    const { format: made, width, height } = await sharp(webp).metadata()
    expect({ made, width, height }).toEqual({ made: 'webp', width: avatarPixels, height: avatarPixels })
    const { dominant } = await sharp(webp).stats()
    expect(dominant.r).toBeGreaterThan(150)
  })

  test('contains no metadata: location, device, comments', async () => {
    const exif = { IFD0: { Copyright: 'Zoé Lefèvre', Model: 'Camera' }, IFD3: { GPSLatitude: '48/1 51/1 29/1' } }
    const upload = await picture().withExif(exif).withIccProfile('p3').jpeg().toBuffer()
    expect((await sharp(upload).metadata()).exif).toBeDefined()
    const webp = await webpOf(upload)
    const made = await sharp(webp).metadata()
    expect([made.exif, made.xmp, made.iptc, made.icc]).toEqual([undefined, undefined, undefined, undefined])
    expect(webp.includes('Camera')).toBe(false)
  })

  test('is rotated according to its EXIF orientation', async () => {
    const left = {
      input: { create: { width: 100, height: 200, channels: 3, background: '#fff' } },
      left: 0,
      top: 0,
    } as const
    const upload = await picture(200, 200).composite([left]).withMetadata({ orientation: 6 }).png().toBuffer()
    const pixels = await sharp(await webpOf(upload))
      .removeAlpha()
      .raw()
      .toBuffer()
    const greenAt = (x: number, y: number) => pixels[(y * avatarPixels + x) * 3 + 1]

    expect(greenAt(128, 20)).toBeGreaterThan(200)
    expect(greenAt(128, 236)).toBeLessThan(80)
  })

  test('keeps its transparency', async () => {
    const background = { ...red, alpha: 0 }
    const upload = await sharp({ create: { width: 50, height: 50, channels: 4, background } })
      .png()
      .toBuffer()
    expect((await sharp(await webpOf(upload)).metadata()).hasAlpha).toBe(true)
  })

  test('drops data that is appended to the image', async () => {
    const page = '<html><script>alert(1)</script></html>'
    const upload = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(page)])
    const webp = await webpOf(upload)
    expect(webp.includes('script')).toBe(false)
  })
})

describe('a picture that shows something', () => {
  test.each([
    [3200, 1000, photoPixels, 640],
    [300, 200, 300, 200],
  ])('keeps its shape: %d × %d pixels become %d × %d', async (width, height, madeWidth, madeHeight) => {
    const verdict = await createPhoto(await picture(width, height).png().toBuffer())
    const made = verdict.ok ? await sharp(verdict.webp).metadata() : undefined
    expect(made).toMatchObject({ format: 'webp', width: madeWidth, height: madeHeight })
  })

  test('is refused in other formats', async () => {
    expect(await createPhoto(Buffer.from('<svg/>'))).toEqual({ ok: false, reason: 'format' })
  })
})

describe('createAvatar', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', svg],
    ['an SVG behind an XML line', `<?xml version="1.0"?>${svg}`],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n1 0 obj\n'],
    ['a GIF that is a page too', 'GIF89a/*<html><script>*/=1;</script>'],
    ['a text', 'hello'],
    ['nothing', ''],
  ])('refuses %s', async (_name, content) => {
    expect(await createAvatar(Buffer.from(content))).toEqual({ ok: false, reason: 'format' })
  })

  test.each(['gif', 'tiff', 'avif'] as const)('refuses a real %s', async (format) => {
    const upload = await picture(32, 32).toFormat(format).toBuffer()
    expect(await createAvatar(upload)).toEqual({ ok: false, reason: 'format' })
  })

  test('refuses HTML with the signature of an image', async () => {
    const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
    const upload = Buffer.concat([signature, Buffer.from('<html><script>alert(1)</script></html>')])
    expect(await createAvatar(upload)).toEqual({ ok: false, reason: 'damaged' })
  })

  test('refuses a decompression bomb without decoding it', async () => {
    const bomb = pngOf(60_000, 60_000, Buffer.alloc(1_000_000))
    expect(bomb.length).toBeLessThan(10_000)
    expect(await createAvatar(bomb)).toEqual({ ok: false, reason: 'too-many-pixels' })
  })

  test('refuses an image just above the pixel limit and accepts one at the limit', async () => {
    const rows = (width: number, height: number) => Buffer.alloc((Math.ceil(width / 8) + 1) * height)
    expect(await createAvatar(pngOf(8000, 5001, rows(8000, 5001)))).toEqual({ ok: false, reason: 'too-many-pixels' })
    expect(await createAvatar(pngOf(8000, 5000, rows(8000, 5000)))).toMatchObject({ ok: true })
  })

  test('refuses animated PNG and WebP', async () => {
    const still = pngOf(8, 8, Buffer.alloc(16))
    expect(await createAvatar(still)).toMatchObject({ ok: true })

    const moving = pngOf(8, 8, Buffer.alloc(16), [pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))])
    expect(await createAvatar(moving)).toEqual({ ok: false, reason: 'animated' })

    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()

    expect(await createAvatar(webp)).toEqual({ ok: false, reason: 'animated' })
  })

  test.each(['jpeg', 'png', 'webp'] as const)('refuses a truncated %s', async (format) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: red, noise } })
      .toFormat(format)
      .toBuffer()
    expect(await createAvatar(whole)).toMatchObject({ ok: true })
    expect(await createAvatar(whole.subarray(0, whole.length / 2))).toEqual({ ok: false, reason: 'damaged' })
    expect(await createAvatar(whole.subarray(0, 20))).toEqual({ ok: false, reason: 'damaged' })
  })
})
