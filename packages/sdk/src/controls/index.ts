export type {
  AspectRatioOption,
  ControlSection,
  ControlValue,
  ControlValues,
  ParameterControls,
  SettingControl,
  SliderControl,
  ValueControl,
  VisibleControl,
} from "./control-types.js";
export { aspectRatioValue, defaultValue, explainValue, optionValues } from "./control-value.js";
export { type ControlIssue, ControlsError } from "./controls-error.js";
export { nearestStep } from "./nearest-step.js";
export { parametersFor } from "./parameters-for.js";
export { type ParseControlsOptions, parseControls } from "./parse-controls.js";
export {
  defaultValues,
  isValueControl,
  type VisibleSection,
  visibleControls,
  visibleSections,
} from "./visible-controls.js";
