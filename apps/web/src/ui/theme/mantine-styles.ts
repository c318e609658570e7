/**
 * The styles of Mantine's components, apart from the first page's: in a layer, so that our own
 * rules win in any order.
 */
import '@mantine/core/styles.layer.css'
