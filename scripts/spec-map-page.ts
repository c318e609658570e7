// npm run spec-map: writes docs/spec-map.md from docs/spec-map.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { specMapPage } from './spec-map.ts'

const docs = join(import.meta.dirname, '../docs')
const map = JSON.parse(readFileSync(join(docs, 'spec-map.json'), 'utf8'))
writeFileSync(join(docs, 'spec-map.md'), specMapPage(map))
