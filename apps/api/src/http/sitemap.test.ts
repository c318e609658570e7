import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHttpServer, type TestHttpServer } from '#test/servers/http-server.ts'
import { serveSitemap } from './sitemap.ts'

let server: TestHttpServer

beforeAll(async () => {
  const sources = { publicUrl: 'https://shop.example', materialIds: async () => ['peek', 'mjf-pa12'] }
  server = await startHttpServer((app) => serveSitemap(app, sources))
})

afterAll(() => server.close())

it('lists every material that is sold in both languages', async () => {
  const answer = await fetch(`${server.url}/sitemap.xml`)
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')

  const sitemap = await answer.text()
  for (const path of ['materials', 'materials/peek', 'materials/mjf-pa12', 'quote', 'contact']) {
    expect(sitemap).toContain(`<loc>https://shop.example/manufacture/${path}</loc>`)
    expect(sitemap).toContain(`<loc>https://shop.example/manufacture/${path}?lang=en</loc>`)
  }
  expect(sitemap).not.toContain('/user/')
})

it('is named in the rules for robots', async () => {
  const robots = await (await fetch(`${server.url}/robots.txt`)).text()
  expect(robots).toContain('Sitemap: https://shop.example/sitemap.xml')
})
