/** A row of a table of the specification: the member, its JSON type, and true if it is required. */
type Row = [member: string, types: string, required: "yes" | "no"];

const control: Row = ["control", "string", "yes"];
const labelled: Row[] = [control, ["label", "string", "yes"], ["parameter_name", "string", "yes"]];
const described: Row = ["description", "string", "no"];

const chatMessage: Row[] = [
  ["role", "string", "yes"],
  ["content", "string", "yes"],
];

/** The tables of the specification, part 2, by schema. In a table without the column "required", no member is. */
export const tables: Record<string, Row[]> = {
  ProtocolMessage: [
    ["role", "string", "yes"],
    ["content", "string", "yes"],
    ["parameters", "object", "no"],
    ["attachments", "array", "no"],
  ],
  ProtocolParameters: [
    ["thinking_budget", "number", "no"],
    ["reasoning_effort", "string", "no"],
    ["aspect_ratio", "string", "no"],
    ["style", "string", "no"],
  ],
  ChatCompletionRequest: [
    ["model", "string", "yes"],
    ["messages", "array of object", "yes"],
    ["stream", "boolean", "no"],
    ["max_tokens", "integer", "no"],
    ["temperature", "number", "no"],
  ],
  ...Object.fromEntries(
    ["System", "Developer", "User", "Tool", "Function"].map((role) => [`Chat${role}Message`, chatMessage]),
  ),
  ChatMessageOfAnyRole: chatMessage,
  // It may have tool calls instead of content.
  ChatAssistantMessage: [
    ["role", "string", "yes"],
    ["content", "string", "no"],
  ],
  ChatCompletion: [["choices", "array of object", "yes"]],
  ChatCompletionChoice: [["message", "object", "yes"]],
  ChatCompletionMessage: [["content", "string", "no"]],
  MessageRequest: [
    ["model", "string", "yes"],
    ["max_tokens", "integer", "yes"],
    ["messages", "array of object", "yes"],
    ["system", "string or array of object", "no"],
    ["temperature", "number", "no"],
    ["top_p", "number", "no"],
    ["top_k", "integer", "no"],
    ["stream", "boolean", "no"],
    ["stop_sequences", "array of string", "no"],
    ["tools", "array of object", "no"],
    ["tool_choice", "object", "no"],
    ["metadata", "object", "no"],
  ],
  MessageParam: [
    ["role", "string", "yes"],
    ["content", "string or array of object", "yes"],
  ],
  Message: [
    ["id", "string", "no"],
    ["type", "string", "no"],
    ["role", "string", "no"],
    ["content", "array of object", "no"],
    ["model", "string", "no"],
    ["stop_reason", "string", "no"],
    ["stop_sequence", "string or null", "no"],
    ["usage", "object", "no"],
  ],
  MessageTextBlock: [
    ["type", "string", "no"],
    ["text", "string", "no"],
  ],
  MessageToolUseBlock: [
    ["type", "string", "no"],
    ["id", "string", "no"],
    ["name", "string", "no"],
    ["input", "object", "no"],
  ],
  MessageUsage: [
    ["input_tokens", "integer", "no"],
    ["output_tokens", "integer", "no"],
  ],
  ErrorResponse: [["error", "object", "yes"]],
  ErrorObject: [
    ["message", "string", "yes"],
    ["type", "string", "yes"],
    ["code", "string", "no"],
  ],
  DividerControl: [control],
  TextFieldControl: [...labelled, described, ["default_value", "string", "no"], ["placeholder", "string", "no"]],
  TextAreaControl: [...labelled, described, ["default_value", "string", "no"], ["placeholder", "string", "no"]],
  DropDownControl: [...labelled, ["options", "array of object", "yes"], described, ["default_value", "string", "no"]],
  DropDownOption: [
    ["value", "string", "yes"],
    ["name", "string", "yes"],
  ],
  ToggleSwitchControl: [...labelled, described, ["default_value", "boolean", "no"]],
  SliderControl: [
    ...labelled,
    ["min_value", "number", "yes"],
    ["max_value", "number", "yes"],
    ["step", "number", "yes"],
    described,
    ["default_value", "number", "no"],
  ],
  ConditionControl: [control, ["condition", "object", "yes"], ["controls", "array of object", "yes"]],
  ControlCondition: [
    ["comparator", "string", "yes"],
    ["left", "object", "yes"],
    ["right", "object", "yes"],
  ],
  ParameterValue: [["parameter_name", "string", "yes"]],
  LiteralValue: [["literal", "string, number or boolean", "yes"]],
  AspectRatioControl: [
    ...labelled,
    ["options", "array of object", "yes"],
    described,
    ["default_value", "string", "no"],
  ],
  AspectRatioOption: [
    ["width", "number", "yes"],
    ["height", "number", "yes"],
    ["value", "string", "no"],
  ],
};

/**
 * The bounds, values and defaults of the specification, as `<element>.<member> <keyword>`, and what it requires outside
 * of its tables.
 */
export const given: Record<string, unknown> = {
  "ChatCompletionRequest.temperature minimum": 0,
  "ChatCompletionRequest.temperature maximum": 2,
  "MessageRequest.temperature minimum": 0,
  "MessageRequest.temperature maximum": 1,
  "MessageRequest.stream default": false,
  "MessageParam.role enum": ["user", "assistant"],
  "Message.type const": "message",
  "Message.role const": "assistant",
  "MessageTextBlock.type const": "text",
  "MessageToolUseBlock.type const": "tool_use",
  "MessageStopReason enum": ["end_turn", "max_tokens", "stop_sequence", "tool_use"],
  "MessagesErrorObject.type enum": [
    "invalid_request_error",
    "authentication_error",
    "not_found_error",
    "rate_limit_error",
  ],
  "ErrorObject.type enum": ["invalid_request_error", "insufficient_quota", "rate_limit_error", "api_error"],
  "ErrorObject.code enum": [
    "invalid_api_key",
    "model_not_found",
    "invalid_parameter",
    "missing_parameter",
    "rate_limit_exceeded",
    "insufficient_points",
    "internal_error",
  ],
  "DividerControl.control const": "divider",
  "TextFieldControl.control const": "text_field",
  "TextAreaControl.control const": "text_area",
  "DropDownControl.control const": "drop_down",
  "ToggleSwitchControl.control const": "toggle_switch",
  "SliderControl.control const": "slider",
  "ConditionControl.control const": "condition",
  "AspectRatioControl.control const": "aspect_ratio",
  "ControlCondition.comparator const": "equals",
  "ControlCondition.left oneOf": ["ParameterValue", "LiteralValue"],
  "ControlCondition.right oneOf": ["ParameterValue", "LiteralValue"],
  "SettingControl oneOf": [
    "DividerControl",
    "TextFieldControl",
    "TextAreaControl",
    "DropDownControl",
    "ToggleSwitchControl",
    "SliderControl",
    "ConditionControl",
    "AspectRatioControl",
  ],
  "ChatAssistantMessage required": ["content"],
  "ChatCompletionMessage required": ["content"],
  "Model required": ["pricing"],
  "MessagesErrorObject required": ["type"],
  "RetryAfter required": true,
  "UpstreamVersion required": true,
};

/** The errors of the specification, part 7.2: status, type and code. */
export const refusals: [status: number, type: string, code: string][] = [
  [401, "invalid_request_error", "invalid_api_key"],
  [400, "invalid_request_error", "model_not_found"],
  [400, "invalid_request_error", "invalid_parameter"],
  [400, "invalid_request_error", "missing_parameter"],
  [429, "rate_limit_error", "rate_limit_exceeded"],
  [402, "insufficient_quota", "insufficient_points"],
  [500, "api_error", "internal_error"],
  [503, "api_error", "internal_error"],
];

/** The errors of the messages interface, part 4.5: status and type. */
export const messagesRefusals: [status: number, type: string][] = [
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [404, "not_found_error"],
  [429, "rate_limit_error"],
];
