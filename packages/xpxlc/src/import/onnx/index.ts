// ONNX in, as bytes; works in a page.
export { isOnnx } from './decode.ts';
export { type OnnxModel, type OnnxOptions, readOnnx } from './read-onnx.ts';
