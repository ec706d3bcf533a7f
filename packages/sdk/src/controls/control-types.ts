import type * as Contract from "../generated/openapi.js";

/** The setting controls of a bot, as one document. */
export interface ParameterControls extends Contract.ParameterControls {}
/** A group of controls. It has either `controls` or `tabs`. */
export type ControlSection = Contract.ControlSection;
/** A control of any of the eight types, told apart by its `control`. */
export type SettingControl = Contract.SettingControl;
/** A slider between two numbers. */
export interface SliderControl extends Contract.SliderControl {}
/** One shape of an aspect ratio control. */
export interface AspectRatioOption extends Contract.AspectRatioOption {}

/** A control that stores a value. */
export type ValueControl = Exclude<SettingControl, Contract.DividerControl | Contract.ConditionControl>;
/** A control that can be shown; a condition is replaced by the controls in it, or by nothing. */
export type VisibleControl = Exclude<SettingControl, Contract.ConditionControl>;

/** A value that a control stores. */
export type ControlValue = string | number | boolean;
/** The values of parameters by their `parameter_name`. */
export type ControlValues = Readonly<Record<string, ControlValue>>;
