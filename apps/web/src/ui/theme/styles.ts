/** The first page's styles. Mantine's base comes in its layer, so that ours win. */
import './base.css'
import './tokens.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
